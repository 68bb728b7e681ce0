import { describe, expect, it } from "vitest";
import { parseJson } from "#server/serviceClient/readers/parseJson.ts";
import { readOrder } from "#server/serviceClient/readers/order.ts";
import { harness, KEY } from "./harness.testing.ts";
import { answer } from "./rawServer.testing.ts";
import { unreadable } from "./interpret.ts";
import { AnswerThread, LARGE_ANSWER } from "./readOffThread.ts";

const CODES = 20_000;

/** An order as text: codes with fields of several kinds, and a number that only its text keeps. */
function orderWith(codes: number): string {
  const delivered = Array.from({ length: codes }, (_, index) => ({
    productId: 1006,
    serialNumber: `S-${index}`,
    pin: `TEST-${index}-Zürich 🎁`,
    expiresAt: "2028-01-01T00:00:00Z",
  }));
  const lines = [{ productId: 1006, quantity: codes, price: 1_000, codes: delivered }];
  return JSON.stringify({ orderId: 7, status: "completed", currency: "EUR", orderProducts: lines }).replace(
    '"orderId":7',
    '"orderId":90071992547409931',
  );
}

const large = orderWith(CODES);
const ask = async (text: string, ordered?: ReadonlyMap<number, number>) => {
  await using at = await harness((socket) => socket.write(answer(200, text)));
  return await at.client.readOrder("PO-1", ordered === undefined ? {} : { ordered });
};

describe("a large answer", () => {
  it("is read in another thread to the same order and codes", async () => {
    expect(large.length).toBeGreaterThan(LARGE_ANSWER);
    const ordered = new Map([[1006, CODES]]);
    const read = await ask(large, ordered);
    expect(read).toEqual({ ok: true, statusCode: 200, value: readOrder(parseJson(large), { ordered }) });
    expect(read.ok && read.value.codes.length).toBe(CODES);
    expect(read.ok && read.value.report.orderId).toBe("90071992547409931");
  });

  it("keeps its answer apart from others that are read at the same time", async () => {
    const counts = [15_000, 18_000, 20_000, 16_000];
    await using at = await harness((socket, { requestLine }) =>
      socket.write(answer(200, orderWith(Number(/\/(\d+) HTTP/.exec(requestLine)?.[1])))),
    );
    const read = await Promise.all(counts.map((count) => at.client.readOrder(String(count))));
    expect(read.map((each) => each.ok && each.value.codes.length)).toEqual(counts);
  });

  it("shows no key that it repeats", async () => {
    const said = large.replace("TEST-7-Zürich", `TEST-${KEY}-Zürich`);
    expect(JSON.stringify(await ask(said))).not.toContain(KEY);
  });

  it("of another shape, or that is no JSON, leaves the outcome unknown", async () => {
    const padding = " ".repeat(LARGE_ANSWER);
    expect(await ask(`[]${padding}`)).toMatchObject({ failure: { kind: "ambiguous" } });
    expect(await ask(`{${padding}`)).toMatchObject({ failure: { kind: "ambiguous" } });
  });

  it("leaves the outcome unknown if the thread dies of it, and the next one is read", async () => {
    const thread = new AnswerThread();
    const head = { statusCode: 200, contentType: null, retryAfter: [], date: null, requestId: null };
    const interpret = (body: Buffer) =>
      thread.interpret({ kind: "answer", head, body }, 0, [KEY], { operation: "order", reading: {} });
    // No answer is known that does this; an error outside of the readers does.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const deadly = null as unknown as Buffer;
    expect(await interpret(deadly)).toEqual(unreadable(200));
    expect(await interpret(Buffer.from(orderWith(1)))).toMatchObject({ ok: true });
  });
});
