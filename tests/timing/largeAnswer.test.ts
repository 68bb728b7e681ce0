import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { interpret } from "#server/serviceClient/interpret.ts";
import { AnswerThread } from "#server/serviceClient/readOffThread.ts";
import { createRedact } from "#server/serviceClient/redactKey.ts";

const CODES = 30_000;
const KEYS = ["svc_test_k3y"];
const MOST_ROUNDS = 9;

const codes = Array.from({ length: CODES }, (_, index) => ({
  productId: 1006,
  serialNumber: `S-${index}`,
  pin: `TEST-${index}-ABCD-EFGH`,
  expiresAt: "2028-01-01T00:00:00Z",
  amount: 2_500,
}));
const body = Buffer.from(
  JSON.stringify({ orderId: 7, status: "completed", orderProducts: [{ productId: 1006, codes }] }),
);
const head = { statusCode: 200, contentType: null, retryAfter: [], date: null, requestId: null };
const exchange = { kind: "answer", head, body } as const;
const asked = { operation: "order", reading: {} } as const;

/** For how long nothing else could run meanwhile, at most. Milliseconds. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [performance.now(), 0];
  const turn = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const timer = setInterval(turn, 1);
  await setImmediate();
  await work();
  await setImmediate();
  turn();
  clearInterval(timer);
  return longest;
}

it("an answer of 30,000 codes keeps others waiting less than half as long as if it were read beside them", async () => {
  const thread = new AnswerThread();
  const beside = () => Promise.resolve(interpret(exchange, 0, createRedact(KEYS), asked));
  const apart = () => thread.interpret(exchange, 0, KEYS, asked);
  expect(await apart()).toEqual(await beside());
  const best = { beside: Infinity, apart: Infinity };
  // In turn, and the best of each, so that other work on this machine is not measured.
  for (let round = 0; round < MOST_ROUNDS && best.apart >= best.beside / 2; round += 1) {
    best.beside = Math.min(best.beside, await longestPause(beside));
    best.apart = Math.min(best.apart, await longestPause(apart));
  }
  console.info(
    `${(body.length / 1_000_000).toFixed(1)} MB, longest pause in ms: ${best.beside.toFixed(0)} beside, ${best.apart.toFixed(0)} apart`,
  );
  expect(best.apart).toBeLessThan(best.beside / 2);
});
