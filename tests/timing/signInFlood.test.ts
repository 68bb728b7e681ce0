import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditPageSchema } from "#lib/contracts/audit.ts";
import { startTestStack, type TestStack } from "#scripts/stack/testing/startTestStack.ts";
import { signIn } from "#scripts/stack/testing/signIn.ts";
import { BEARABLE_SLOWDOWN, flooded, memberLatency } from "#tests/support/flooded.ts";

const CONNECTIONS = 40;
const FLOOD = new URL("../support/signInFloodWorker.ts", import.meta.url);

let stack: TestStack;
let cookie: string;
// Builds the dashboard where that has not been done.
beforeAll(async () => {
  stack = await startTestStack();
  const admin = stack.members.find(({ role }) => role === "admin");
  if (admin === undefined) throw new Error("no administrator");
  cookie = await signIn(stack.url, admin.email, admin.password);
}, 600_000);
afterAll(() => stack.stop());

describe(`${CONNECTIONS} connections that guess passwords, each time from another address`, () => {
  it("are answered 503 and do not slow members down", async () => {
    for (let warmUp = 0; warmUp < 20; warmUp += 1) await memberLatency(stack.url, cookie);
    const [quiet, busy]: [number[], number[]] = [[], []];
    const statuses = new Set<number>();
    let answered = 0;
    // In turn, and only the best of each counts, so that other work on this machine is not measured.
    for (let round = 0; round < 8; round += 1) {
      quiet.push(await memberLatency(stack.url, cookie));
      const order = { url: stack.url, connections: CONNECTIONS };
      const report = await flooded(FLOOD, order, async () => {
        busy.push(await memberLatency(stack.url, cookie));
      });
      for (const status of report.statuses) statuses.add(status);
      answered += report.answered;
    }
    const [best, bestBusy] = [Math.min(...quiet), Math.min(...busy)];
    const ratio = (bestBusy / best).toFixed(2);
    console.info(
      `sign-in flood: ${answered} answers, p95 ${best.toFixed(1)} → ${bestBusy.toFixed(1)} ms, ${ratio} times`,
    );
    expect([...statuses].toSorted((a, b) => a - b)).toEqual([401, 503]);
    expect(bestBusy).toBeLessThan(BEARABLE_SLOWDOWN * best);
  }, 240_000);

  it("appear in the audit log with the address of the connection, whatever a client claims", async () => {
    const headers = { cookie, "x-codedesk-peer": "guess 9.9.9.9" };
    await signIn(stack.url, "nobody@partner.example", "not the password").catch(() => undefined);
    const answer = await fetch(`${stack.url}/api/audit?action=member.sign-in-failed`, { headers });
    const [latest] = auditPageSchema.parse(await answer.json()).items;
    expect(latest?.details.address).toMatch(/^(127\.0\.0\.1|::1)$/);
  });
});
