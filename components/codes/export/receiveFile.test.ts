import { describe, expect, it } from "vitest";
import { frameOf, lastFrame } from "#lib/codes/exportFrames.ts";
import { isProblemError, NO_ANSWER, ProblemError } from "#lib/queries/client/problemError.ts";
import { INTERRUPTED, problemOfExport, receiveFile, type Progress } from "./receiveFile.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const FRAMES = [frameOf(60, bytesOf("sixty codes, ")), frameOf(100, bytesOf("forty more"))];

/** An answer with these frames, after which the connection ends normally or breaks. */
function answer(frames: readonly Uint8Array[], breaks = false): Response {
  const left = [...frames];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = left.shift();
      if (next !== undefined) controller.enqueue(next);
      else if (breaks) controller.error(new TypeError("network error"));
      else controller.close();
    },
  });
  return new Response(body, {
    headers: {
      "content-disposition": 'attachment; filename="codes-7.csv"',
      "x-codedesk-codes": "100",
      "x-request-id": "r-1",
    },
  });
}

describe("an export as it arrives", () => {
  it("tells how many of its codes are there, and is saved whole under its name", async () => {
    const shown: Progress[] = [];
    const file = await receiveFile(answer([...FRAMES, lastFrame(100)]), (progress) => shown.push(progress));
    expect(shown).toEqual([
      { codes: 60, total: 100 },
      { codes: 100, total: 100 },
      { codes: 100, total: 100 },
    ]);
    expect(await new Blob(file.pieces).text()).toBe("sixty codes, forty more");
    expect([file.name, file.type, file.total]).toEqual(["codes-7.csv", "text/csv; charset=utf-8", 100]);
  });

  it.each([
    ["breaks", FRAMES.slice(0, 1), true],
    ["ends in order before its last frame", FRAMES, false],
  ])(
    "is no file if the connection %s; the message says how far it was and what to do",
    async (_, frames, breaks) => {
      const failed: unknown = await receiveFile(answer(frames, breaks), () => undefined).catch(
        (error: unknown) => error,
      );
      if (!isProblemError(failed)) throw new Error("no problem");
      expect(failed.problem.type).toBe(INTERRUPTED);
      expect(failed.problem.requestId).toBe("r-1");
      expect(failed.problem.detail).toContain(
        `after ${breaks ? 60 : 100} of 100 codes, and no file was saved`,
      );
      expect(failed.problem.detail).toContain("export again");
      // Codedesk stops an export too, for example of a member who may not reveal codes any more.
      expect(failed.problem.detail).not.toContain("connection broke");
    },
  );

  it("is no failure if the member cancelled it", async () => {
    const cancelled = new AbortController();
    cancelled.abort();
    const failed: unknown = await receiveFile(
      answer(FRAMES.slice(0, 1), true),
      () => undefined,
      cancelled.signal,
    ).catch((error: unknown) => error);
    expect(isProblemError(failed)).toBe(false);
  });

  it("that was not answered says that no file was saved, and where to look whether it began", () => {
    const problem = { title: "", status: 0, detail: "Check before you try again.", requestId: "" };
    const unanswered = new ProblemError({ ...problem, type: NO_ANSWER });
    expect(problemOfExport(unanswered).detail).toMatch(/no file was saved.*timeline/);
    const refused = new ProblemError({ ...problem, type: "too-many" });
    expect(problemOfExport(refused).detail).toBe("Check before you try again.");
  });
});
