import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { median } from "#scripts/bench/median.ts";
import { readUsage } from "#scripts/bench/processUsage.ts";
import { startTestStack, type TestStack } from "#scripts/stack/testing/startTestStack.ts";
import { DRAIN_MS } from "#server/startup/lifecycle.ts";
import { BEARABLE_SLOWDOWN, flooded, memberLatency } from "#tests/support/flooded.ts";
import { signIn } from "#scripts/stack/testing/signIn.ts";

/** Connections of each kind: half send much, half one byte now and then. */
const CONNECTIONS = 200;
const ROUNDS = 9;
const MEGABYTE = 1024 * 1024;

let stack: TestStack;
let cookie: string;
// Builds the dashboard where that has not been done.
beforeAll(async () => {
  // Otherwise a heap that grows for other reasons would look like one that strangers fill.
  stack = await startTestStack({ tightHeap: true });
  const member = stack.members.find(({ role }) => role === "buyer");
  if (member === undefined) throw new Error("no buyer");
  cookie = await signIn(stack.url, member.email, member.password);
}, 600_000);
afterAll(() => stack.stop());

const FLOOD = new URL("../support/floodWorker.ts", import.meta.url);

const BARE = new URL("../support/bareServer.ts", import.meta.url);

describe(`${CONNECTIONS} anonymous connections that send slowly or much`, () => {
  it("are answered and closed, and neither fill the memory nor keep members waiting", async () => {
    const bare = new Worker(BARE);
    const [bareUrl] = z.tuple([z.url()]).parse(await once(bare, "message"));
    for (let warmUp = 0; warmUp < 20; warmUp += 1) await memberLatency(stack.url, cookie);
    const before = (await readUsage(stack)).megabytes;
    const p95: Record<"quiet" | "control" | "flood", number[]> = { quiet: [], control: [], flood: [] };
    const memory: number[] = [];
    const statuses = new Set<number>();
    let [sentBytes, answered] = [0, 0];
    // In turn, so that other work on this machine slows all three alike.
    for (let round = 0; round < ROUNDS; round += 1) {
      p95.quiet.push(await memberLatency(stack.url, cookie));
      await flooded(FLOOD, { url: bareUrl, connections: CONNECTIONS }, async () => {
        p95.control.push(await memberLatency(stack.url, cookie));
      });
      const report = await flooded(FLOOD, { url: stack.url, connections: CONNECTIONS }, async () => {
        p95.flood.push(await memberLatency(stack.url, cookie));
        memory.push((await readUsage(stack)).megabytes);
      });
      for (const status of report.statuses) statuses.add(status);
      sentBytes += report.sentBytes;
      answered += report.answered;
    }
    await bare.terminate();
    const growth = Math.max(...memory) - before;
    console.info(
      `flood: ${answered} answers, ${Math.round(sentBytes / MEGABYTE)} MB sent, memory ${before.toFixed(0)} + ` +
        `${growth.toFixed(0)} MB; p95 in ms, median of ${ROUNDS}: ${Object.entries(p95)
          .map(([arm, values]) => `${arm} ${median(values).toFixed(1)}`)
          .join(", ")}`,
      p95,
    );
    // Sign-in takes only so many strangers at once, and answers 503 to the others.
    const refusals = [...statuses].filter((status) => status !== 503);
    expect(refusals.toSorted((a, b) => a - b)).toEqual([401, 405, 413]);
    expect(growth).toBeLessThan(20);
    // The sender has no machine of its own, so its cost is measured by aiming it elsewhere, and is not counted as the dashboard's.
    expect(median(p95.flood)).toBeLessThan(BEARABLE_SLOWDOWN * median(p95.control));
  }, 300_000);

  it("leave no request without an answer, for which a stop would wait", async () => {
    const start = performance.now();
    await stack.stop();
    expect(performance.now() - start).toBeLessThan(DRAIN_MS / 2);
  });
});
