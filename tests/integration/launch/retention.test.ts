import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY } from "#lib/time/instant.ts";
import { auditArchive, auditRecords } from "#server/db/schema/audit.ts";
import { members, sessions, signInAttempts } from "#server/db/schema/members.ts";
import { serviceCalls } from "#server/db/schema/service.ts";
import { applyRetention } from "#server/jobs/retention.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const DAYS = { sessions: 30, serviceCalls: 30, signInAttempts: 1, audit: 365 };

it("what has served its purpose goes, what is younger stays, and audit records are moved, whole and once", async () => {
  const { db } = database;
  const now = Date.now();
  const ages = [0.5, 2, 29, 31, 364, 366, 800].map((days) => now - days * DAY);
  const [member] = await db
    .insert(members)
    .values({ email: "a@partner.example", name: "A", role: "buyer", createdAt: now, updatedAt: now })
    .returning();
  const memberId = member?.id ?? "";
  await db
    .insert(sessions)
    .values(ages.map((at) => ({ memberId, createdAt: at, lastSeenAt: at, expiresAt: at })));
  await db.insert(signInAttempts).values(ages.map((at) => ({ key: "k", at, succeeded: false })));
  // More than one batch of them.
  for (const at of ages) {
    const call = { environment: "sandbox" as const, at, operation: "order", durationMs: 1 };
    await db.insert(serviceCalls).values(Array.from({ length: at < now - 30 * DAY ? 2_600 : 1 }, () => call));
  }
  await db
    .insert(auditRecords)
    .values(ages.map((at) => ({ at, action: "member.signed-in", memberId, details: { at } })));
  const before = await db.select().from(auditRecords).orderBy(auditRecords.id);

  const clock = { now: () => now };
  const done = await applyRetention({ db, clock }, DAYS);
  expect(done).toEqual({ sessions: 4, signInAttempts: 6, serviceCalls: 4 * 2_600, audit: 2 });
  expect(await db.select().from(sessions)).toHaveLength(3);
  expect(await db.select().from(signInAttempts)).toHaveLength(1);
  expect(await db.select().from(serviceCalls)).toHaveLength(3);
  const archived = await db.select().from(auditArchive);
  const kept = await db.select().from(auditRecords);
  expect([...archived, ...kept].toSorted((a, b) => Number(a.id - b.id))).toEqual(before);
  expect(archived.map(({ at }) => at)).toEqual(ages.slice(5));

  const again = await applyRetention({ db, clock }, DAYS);
  expect(again).toEqual({ sessions: 0, signInAttempts: 0, serviceCalls: 0, audit: 0 });
});
