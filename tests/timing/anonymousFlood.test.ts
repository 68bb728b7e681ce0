import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { residentMegabytes } from "#scripts/bench/residentMemory.ts";
import { startTestStack, type TestStack } from "#scripts/stack/testing/startTestStack.ts";
import { flooded, memberLatency } from "#tests/support/flooded.ts";
import { signIn } from "#scripts/stack/testing/signIn.ts";

/** Of each: half send as much as they can, half one byte now and then. */
const CONNECTIONS = 200;
const MEGABYTE = 1024 * 1024;

let stack: TestStack;
let cookie: string;
// Builds the dashboard where that has not been done.
beforeAll(async () => {
  stack = await startTestStack();
  const member = stack.members.find(({ role }) => role === "buyer");
  if (member === undefined) throw new Error("no buyer");
  cookie = await signIn(stack.url, member.email, member.password);
}, 600_000);
afterAll(() => stack.stop());

const FLOOD = new URL("../support/floodWorker.ts", import.meta.url);

describe(`${CONNECTIONS} anonymous connections that send slowly or much`, () => {
  it("are answered and closed, and neither fill the memory nor keep members waiting", async () => {
    for (let warmUp = 0; warmUp < 20; warmUp += 1) await memberLatency(stack.url, cookie);
    const before = await residentMegabytes(stack.url, stack.metricsToken);
    const quiet: number[] = [];
    const busy: number[] = [];
    const statuses = new Set<number>();
    let [peak, sentBytes, answered] = [before, 0, 0];
    // In turn, and the best of each counts: what else runs on this machine is not what is measured.
    for (let round = 0; round < 8; round += 1) {
      quiet.push(await memberLatency(stack.url, cookie));
      const report = await flooded(FLOOD, { url: stack.url, connections: CONNECTIONS }, async () => {
        busy.push(await memberLatency(stack.url, cookie));
        peak = Math.max(peak, await residentMegabytes(stack.url, stack.metricsToken));
      });
      for (const status of report.statuses) statuses.add(status);
      sentBytes += report.sentBytes;
      answered += report.answered;
    }
    const [best, bestBusy] = [Math.min(...quiet), Math.min(...busy)];
    console.info(
      `flood: ${answered} answers, ${Math.round(sentBytes / MEGABYTE)} MB sent, ` +
        `memory ${before.toFixed(0)} → ${peak.toFixed(0)} MB, p95 ${best.toFixed(1)} → ${bestBusy.toFixed(1)} ms`,
    );
    // Sign-in takes only so many strangers at once, and answers 503 to the others.
    const refusals = [...statuses].filter((status) => status !== 503);
    expect(refusals.toSorted((a, b) => a - b)).toEqual([401, 405, 413]);
    // Bounds that a defect breaks on any machine (reading bodies first: 630 MB and ten times); the goals are 20 MB and 1.5
    // times, and the flood's own work on the same cores decides whether they are met. The line above tells the figures.
    expect(peak - before).toBeLessThan(80);
    expect(bestBusy).toBeLessThan(6 * best);
  }, 180_000);
});
