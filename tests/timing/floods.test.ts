import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { auditPageSchema } from "#lib/contracts/audit/audit.ts";
import { median } from "#scripts/bench/median.ts";
import { readUsage } from "#scripts/bench/processUsage.ts";
import { signIn } from "#tests/support/signIn.ts";
import { startTestStack, type TestStack } from "#scripts/testStack/startTestStack.ts";
import { DRAIN_MS } from "#server/startup/lifecycle.ts";
import { BEARABLE_SLOWDOWN, flooded, isClearlyBearable, memberLatency } from "#tests/support/flooded.ts";

/** Connections of each kind: half send much, half one byte now and then. */
const STRANGERS = 200;
const GUESSERS = 40;
const MOST_ROUNDS = 9;
/**
 * How much the dashboard may grow in all rounds. Megabytes. Half of the strangers send 60 MB a second together, so that a dashboard that
 * kept what they send would be far beyond; what it grew by without keeping anything was 8 to 21.
 */
const MOST_GROWTH = 40;
const MEGABYTE = 1024 * 1024;

const FLOOD = new URL("../support/floodWorker.ts", import.meta.url);
const GUESSES = new URL("../support/signInFloodWorker.ts", import.meta.url);
const BARE = new URL("../support/bareServer.ts", import.meta.url);

let stack: TestStack;
/** An administrator's. */
let cookie: string;
// Builds the dashboard where that has not been done.
beforeAll(async () => {
  // Otherwise a heap that grows for other reasons would look like one that strangers fill.
  stack = await startTestStack({ tightHeap: true });
  const admin = stack.members.find(({ role }) => role === "admin");
  if (admin === undefined) throw new Error("no administrator");
  cookie = await signIn(stack.url, admin.email, admin.password);
  for (let warmUp = 0; warmUp < 20; warmUp += 1) await memberLatency(stack.url, cookie);
});
afterAll(() => stack.stop());

describe(`${STRANGERS} anonymous connections that send slowly or much`, () => {
  it("are answered and closed, and neither fill the memory nor keep members waiting", async () => {
    const bare = new Worker(BARE);
    const [bareUrl] = z.tuple([z.url()]).parse(await once(bare, "message"));
    const before = (await readUsage(stack)).megabytes;
    const p95: Record<"quiet" | "control" | "flood", number[]> = { quiet: [], control: [], flood: [] };
    const statuses = new Set<number>();
    let [sentBytes, answered, growth] = [0, 0, 0];
    const isClear = (rounds: number) =>
      isClearlyBearable(p95.control, p95.flood, median) && growth < (MOST_GROWTH * rounds) / MOST_ROUNDS;
    // In turn, so that other work on this machine slows all three alike.
    for (let round = 0; round < MOST_ROUNDS && !isClear(round); round += 1) {
      p95.quiet.push(await memberLatency(stack.url, cookie));
      await flooded(FLOOD, { url: bareUrl, connections: STRANGERS }, async () => {
        p95.control.push(await memberLatency(stack.url, cookie));
      });
      const report = await flooded(FLOOD, { url: stack.url, connections: STRANGERS }, async () => {
        p95.flood.push(await memberLatency(stack.url, cookie));
        growth = Math.max(growth, (await readUsage(stack)).megabytes - before);
      });
      for (const status of report.statuses) statuses.add(status);
      sentBytes += report.sentBytes;
      answered += report.answered;
    }
    await bare.terminate();
    console.info(
      `flood: ${answered} answers, ${Math.round(sentBytes / MEGABYTE)} MB sent, memory ${before.toFixed(0)} + ` +
        `${growth.toFixed(0)} MB; p95 in ms, median of ${p95.flood.length}: ${Object.entries(p95)
          .map(([arm, values]) => `${arm} ${median(values).toFixed(1)}`)
          .join(", ")}`,
      p95,
    );
    // Sign-in takes only so many strangers at once, and answers 503 to the others.
    const refusals = [...statuses].filter((status) => status !== 503);
    expect(refusals.toSorted((a, b) => a - b)).toEqual([401, 405, 413]);
    expect(growth).toBeLessThan(MOST_GROWTH);
    // The sender has no machine of its own, so its cost is measured by aiming it elsewhere, and is not counted as the dashboard's. Both
    // of a round are compared: other work on this machine comes and goes between the rounds.
    const times = p95.flood.map((ms, round) => ms / (p95.control[round] ?? 0));
    expect(median(times)).toBeLessThan(BEARABLE_SLOWDOWN);
  });
});

describe(`${GUESSERS} connections that guess passwords, each time from another address`, () => {
  it("are answered 503 and do not slow members down", async () => {
    const [quiet, busy]: [number[], number[]] = [[], []];
    const best = (values: readonly number[]) => Math.min(...values);
    const statuses = new Set<number>();
    let answered = 0;
    // In turn, and only the best of each counts, so that other work on this machine is not measured.
    for (let round = 0; round < MOST_ROUNDS && !isClearlyBearable(quiet, busy, best); round += 1) {
      quiet.push(await memberLatency(stack.url, cookie));
      const order = { url: stack.url, connections: GUESSERS };
      const report = await flooded(GUESSES, order, async () => {
        busy.push(await memberLatency(stack.url, cookie));
      });
      for (const status of report.statuses) statuses.add(status);
      answered += report.answered;
    }
    const [bestQuiet, bestBusy] = [best(quiet), best(busy)];
    console.info(
      `sign-in flood: ${answered} answers, p95 ${bestQuiet.toFixed(1)} → ${bestBusy.toFixed(1)} ms, ` +
        `${(bestBusy / bestQuiet).toFixed(2)} times, best of ${busy.length}`,
    );
    // A machine that needs many rounds makes so many guesses that their number is limited, too (429).
    const refusals = [...statuses].filter((status) => status !== 429);
    expect(refusals.toSorted((a, b) => a - b)).toEqual([401, 503]);
    expect(bestBusy).toBeLessThan(BEARABLE_SLOWDOWN * bestQuiet);
  });

  it("appear in the audit log with the address of the connection, whatever a client claims", async () => {
    const headers = { cookie, "x-codedesk-peer": "guess 9.9.9.9" };
    await signIn(stack.url, "nobody@partner.example", "not the password").catch(() => undefined);
    const answer = await fetch(`${stack.url}/api/audit?action=member.sign-in-failed`, { headers });
    const [latest] = auditPageSchema.parse(await answer.json()).items;
    expect(latest?.details.address).toMatch(/^(127\.0\.0\.1|::1)$/);
  });
});

describe("connections of strangers", () => {
  it("leave no request without an answer, for which a stop would wait", async () => {
    const start = performance.now();
    await stack.stop();
    expect(performance.now() - start).toBeLessThan(DRAIN_MS / 2);
  });
});
