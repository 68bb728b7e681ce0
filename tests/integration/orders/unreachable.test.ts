import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import { connect } from "#server/db/connect.ts";
import { serviceState } from "#server/db/schema/service.ts";
import { createRateLimiter } from "#server/serviceLimits/rateLimiter.ts";
import { readUnreachableSince } from "#server/serviceLimits/reachability.ts";
import { createLog } from "#server/context/log.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { startDatabaseProxy } from "#tests/support/databaseProxy.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.db.delete(serviceState));
afterAll(() => database.drop());

const START = Date.UTC(2026, 0, 1);
/** The rate limiter of a new instance each time. */
const instance = () =>
  createRateLimiter(database.db, { now: () => START }, createLog("error", process.stderr), "sandbox");
const unreachableSince = () => readUnreachableSince(database.db, "sandbox");
const unanswered = (second: number) => ({ kind: "unreachable" as const, at: START + second * SECOND });
const answered = (second: number) => ({
  kind: "answered" as const,
  at: START + second * SECOND,
  serviceDate: null,
});

describe("the service counts as unreachable", () => {
  it("from the first call without an answer until the next answer", async () => {
    const one = instance();
    await one.report(unanswered(10));
    await one.report(unanswered(12));
    expect(await unreachableSince()).toBe(START + 10 * SECOND);
    await one.report(answered(40));
    expect(await unreachableSince()).toBeNull();
  });

  it("not because of a call that times out after a later one was answered", async () => {
    const one = instance();
    await one.report(unanswered(10));
    await one.report(answered(40));
    await one.report(unanswered(11));
    expect(await unreachableSince()).toBeNull();
    // Nor because of such a call by another instance, which has not seen the answer.
    await instance().report(unanswered(12));
    expect(await unreachableSince()).toBeNull();
    await instance().report(unanswered(41));
    expect(await unreachableSince()).toBe(START + 41 * SECOND);
  });

  it("not because of a call that was lost before an answer that is stored at the same time", async () => {
    const one = instance();
    await one.report(answered(10));
    await Promise.all([one.report(unanswered(11)), one.report(answered(12))]);
    expect(await unreachableSince()).toBeNull();
    await Promise.all([
      ...[21, 22, 23].map((second) => one.report(answered(second))),
      one.report(unanswered(24)),
      one.report({ kind: "throttled", at: START + 25 * SECOND, retryAfterMs: 1_000 }),
    ]);
    expect(await unreachableSince()).toBeNull();
    await one.report(unanswered(40));
    expect(await unreachableSince()).toBe(START + 40 * SECOND);
  });

  it("also after a lost call that another instance's answer had made meaningless", async () => {
    const one = instance();
    await instance().report(answered(40));
    await one.report(unanswered(12));
    await one.report(unanswered(50));
    await one.report(unanswered(60));
    expect(await unreachableSince()).toBe(START + 50 * SECOND);
  });

  it("also once the clock of the machine was set back by an hour", async () => {
    const one = instance();
    await one.report(answered(3_600));
    await one.report(answered(10));
    await one.report(unanswered(15));
    expect(await unreachableSince()).toBe(START + 15 * SECOND);
    await one.report(answered(20));
    expect(await unreachableSince()).toBeNull();
  });

  it("until any instance has an answer", async () => {
    const [one, other] = [instance(), instance()];
    await one.report(answered(1));
    await other.report(unanswered(3));
    expect(await unreachableSince()).toBe(START + 3 * SECOND);
    await one.report(answered(8));
    expect(await unreachableSince()).toBeNull();
  });
});

describe("what answers say about the service", () => {
  it("is stored in the order of the answers, also when an earlier one waits for a connection", async () => {
    const proxy = await startDatabaseProxy(database.url);
    const connection = connect(proxy.url, 2);
    try {
      const log = createLog("error", process.stderr);
      const limiter = createRateLimiter(connection.db, { now: () => START }, log, "sandbox");
      proxy.delayNextConnection(200);
      await Promise.all(
        [10 * SECOND, 70 * SECOND].map((skewMs, index) => {
          const at = START + index * MINUTE;
          return limiter.report({ kind: "answered", at, serviceDate: at + skewMs });
        }),
      );
      expect(await database.db.select().from(serviceState)).toMatchObject([
        { lastAnswerAt: START + MINUTE, skewMs: 70 * SECOND + SECOND / 2 },
      ]);
    } finally {
      await connection.close();
      await proxy.close();
    }
  });
});
