import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SECOND } from "#lib/time/instant.ts";
import { serviceGates } from "#server/db/schema/service.ts";
import { createRateLimiter, readGate } from "#server/serviceState/rateLimiter.ts";
import { createLog } from "#server/context/log.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.db.delete(serviceGates));
afterAll(() => database.drop());

const START = Date.UTC(2026, 0, 1);
const gate = () =>
  createRateLimiter(database.db, { now: () => START }, createLog("error", process.stderr), "sandbox");
const silentSince = async () => (await readGate(database.db, "sandbox")).silentSince;
const silent = (second: number) => ({ kind: "silent" as const, at: START + second * SECOND });
const answered = (second: number) => ({
  kind: "answered" as const,
  at: START + second * SECOND,
  serviceDate: null,
});

test("silence lasts from the first call without an answer to the next answer", async () => {
  const one = gate();
  await one.report(silent(10));
  await one.report(silent(12));
  expect(await silentSince()).toBe(START + 10 * SECOND);
  await one.report(answered(40));
  expect(await silentSince()).toBeNull();
});

test("a call that is given up after a later one was answered does not make the service silent again", async () => {
  const one = gate();
  await one.report(silent(10));
  await one.report(answered(40));
  await one.report(silent(11));
  expect(await silentSince()).toBeNull();
  // Nor does one of another instance, which has not seen the answer.
  await gate().report(silent(12));
  expect(await silentSince()).toBeNull();
  await gate().report(silent(41));
  expect(await silentSince()).toBe(START + 41 * SECOND);
});

test("one instance's answer ends the silence that another has met", async () => {
  const [one, other] = [gate(), gate()];
  await one.report(answered(1));
  await other.report(silent(3));
  expect(await silentSince()).toBe(START + 3 * SECOND);
  await one.report(answered(8));
  expect(await silentSince()).toBeNull();
});
