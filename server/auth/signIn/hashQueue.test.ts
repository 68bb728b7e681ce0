import { describe, expect, it } from "vitest";
import { hashInTurn } from "./hashQueue.ts";

/** Hashes that end when the test says so. */
function controlled() {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const hash = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => ends.push(() => resolve(name)));
  };
  return { started, ends, hash };
}

describe("the queue of password hashes", () => {
  it("answers 503 when it is full, lets known members pass, and recovers", async () => {
    const { started, ends, hash } = controlled();
    const strangers = Array.from({ length: 200 }, (_, n) => hashInTurn("stranger", hash(`stranger ${n}`)));
    const outcomes = Promise.allSettled(strangers);
    const atOnce = started.length;
    const known = hashInTurn("known", hash("known"));
    ends.shift()?.();
    // The free place goes to the member, however many strangers came before.
    await expect.poll(() => started.length).toBe(atOnce + 1);
    expect(started.at(-1)).toBe("known");
    const drain = setInterval(() => ends.splice(0).forEach((end) => end()), 1);
    const results = await outcomes;
    await known;
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(200 - atOnce - 16);
    expect(refused[0]?.reason).toMatchObject({ kind: "too-busy", details: { retryAfterSeconds: 2 } });
    const last = await hashInTurn("stranger", () => Promise.resolve("again"));
    clearInterval(drain);
    expect(last).toBe("again");
  });

  it("gives the place back when a hash fails", async () => {
    const failing = Array.from({ length: 10 }, () =>
      hashInTurn("stranger", () => Promise.reject(new Error("no memory"))).catch(() => "failed"),
    );
    expect(await Promise.all(failing)).toEqual(Array(10).fill("failed"));
    expect(await hashInTurn("stranger", () => Promise.resolve("again"))).toBe("again");
  });
});
