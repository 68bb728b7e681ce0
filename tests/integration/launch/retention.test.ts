import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import { DAY } from "#lib/time/instant.ts";
import { auditArchive, auditRecords, codeMisses, signInFailures } from "#server/db/schema/audit.ts";
import { catalogChanges } from "#server/db/schema/catalog.ts";
import { invitations } from "#server/db/schema/invitations.ts";
import { members, sessions, signInAttempts } from "#server/db/schema/members.ts";
import { notices } from "#server/db/schema/notices.ts";
import { drafts } from "#server/db/schema/orders.ts";
import { halfSessions, spentChallenges, totpAuthenticators } from "#server/db/schema/secondFactor.ts";
import { serviceCalls } from "#server/db/schema/service.ts";
import { EMPTY_DRAFT } from "#lib/orders/drafts/draftRules.ts";
import { applyRetention } from "#server/jobs/retention.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const DAYS = {
  sessions: 30,
  serviceCalls: 30,
  signInAttempts: 1,
  signInFailures: 180,
  deletedDrafts: 90,
  notices: 90,
  catalogChanges: 365,
  audit: 365,
};

describe("retention", () => {
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
    // For each age: one invitation that nobody accepted, and one by which a member joined.
    await db.insert(invitations).values(
      ages.flatMap((at) =>
        [null, memberId].map((joined) => ({
          tokenHash: `${at} ${joined}`,
          email: "b@partner.example",
          role: "buyer" as const,
          invitedBy: memberId,
          createdAt: at - 3 * DAY,
          expiresAt: at,
          endedAt: joined === null ? null : at - DAY,
          memberId: joined,
        })),
      ),
    );
    await db.insert(signInAttempts).values(ages.map((at) => ({ key: "k", at, succeeded: false })));
    // Seen again until then, whenever that began.
    await db.insert(signInFailures).values(
      ages.map((at) => ({
        hour: at,
        address: "192.0.2.1",
        count: 2,
        firstAt: now - 900 * DAY,
        lastAt: at,
      })),
    );
    await db.insert(codeMisses).values(
      ages.map((at) => ({
        hour: at,
        environment: "sandbox" as const,
        memberId,
        count: 2,
        firstAt: now - 900 * DAY,
        lastAt: at,
      })),
    );
    // Drafts deleted at these times, and one that is in use although it was saved long ago.
    await db.insert(drafts).values(
      [...ages, null].map((deletedAt) => ({
        memberId,
        environment: "sandbox" as const,
        name: "Monthly",
        draft: EMPTY_DRAFT,
        version: 1,
        savedAt: now - 900 * DAY,
        deletedAt,
      })),
    );
    await db.insert(halfSessions).values(
      ages.map((at) => ({
        tokenHash: `token ${at}`,
        memberId,
        by: "password" as const,
        createdAt: at,
        expiresAt: at,
      })),
    );
    await db
      .insert(spentChallenges)
      .values(ages.map((at) => ({ challenge: `challenge ${at}`, expiresAt: at })));
    // For each age: a member whose first app was never confirmed, and one who has an app and began to replace it.
    const secret = Buffer.from("in use");
    const owners = await db
      .insert(members)
      .values(
        ages.flatMap((at) =>
          ["first", "next"].map((name) => ({
            email: `${name}-${at}@partner.example`,
            name,
            role: "buyer" as const,
            createdAt: at,
            updatedAt: at,
          })),
        ),
      )
      .returning();
    await db.insert(totpAuthenticators).values(
      owners.map(({ id, name, createdAt }) => ({
        memberId: id,
        pendingSecret: Buffer.from("pending"),
        pendingAt: createdAt,
        ...(name === "next" ? { secret, addedAt: createdAt } : {}),
      })),
    );
    await db.insert(notices).values(
      ages.map((at) => ({
        memberId,
        kind: "sign-in" as const,
        count: 1,
        subjects: [],
        inDashboard: true,
        byMail: false,
        firstAt: at,
        lastAt: at,
        dueAt: at,
      })),
    );
    const { id: productId, languages, brands, categories, tags, ...after } = product(7);
    await db.insert(catalogChanges).values(
      ages.map((foundAt) => ({
        productId,
        languages,
        brands,
        categories,
        tags,
        after,
        foundAt,
        environment: "sandbox" as const,
        syncRunId: 1,
        kinds: ["new" as const],
        before: {},
      })),
    );
    // More than one batch of them.
    for (const at of ages) {
      const call = { environment: "sandbox" as const, at, operation: "order", durationMs: 1 };
      await db
        .insert(serviceCalls)
        .values(Array.from({ length: at < now - 30 * DAY ? 2_600 : 1 }, () => call));
    }
    await db
      .insert(auditRecords)
      .values(ages.map((at) => ({ at, action: "member.signed-in", memberId, details: { at } })));
    const before = await db.select().from(auditRecords).orderBy(auditRecords.id);

    const clock = { now: () => now };
    const done = await applyRetention({ db, clock }, DAYS);
    expect(done).toEqual({
      sessions: 4,
      invitations: 8,
      signInAttempts: 6,
      halfSessions: 6,
      spentChallenges: 6,
      pendingAuthenticators: 12,
      signInFailures: 3,
      codeMisses: 3,
      deletedDrafts: 3,
      notices: 3,
      catalogChanges: 2,
      webhookDeliveries: 0,
      serviceCalls: 4 * 2_600,
      audit: 2,
    });
    expect(await db.select().from(sessions)).toHaveLength(3);
    const keptInvitations = await db.select().from(invitations);
    expect(keptInvitations.map(({ expiresAt }) => expiresAt).toSorted((a, b) => b - a)).toEqual(
      ages.slice(0, 3).flatMap((at) => [at, at]),
    );
    expect(await db.select().from(signInAttempts)).toHaveLength(1);
    expect(await db.select().from(serviceCalls)).toHaveLength(3);
    const keptChanges = await db.select().from(catalogChanges);
    expect(new Set(keptChanges.map(({ foundAt }) => foundAt))).toEqual(new Set(ages.slice(0, 5)));
    expect(await db.select().from(halfSessions)).toHaveLength(1);
    expect(await db.select().from(spentChallenges)).toHaveLength(1);
    const apps = await db.select().from(totpAuthenticators);
    // Every app that is in use still is; a key that waits for its code is one of today.
    expect(apps.filter((app) => app.secret !== null)).toHaveLength(7);
    expect(apps.filter((app) => app.pendingSecret !== null).map(({ pendingAt }) => pendingAt)).toEqual(
      Array.from({ length: 2 }, () => ages[0]),
    );
    const keptDrafts = await db.select().from(drafts);
    expect(new Set(keptDrafts.map(({ deletedAt }) => deletedAt))).toEqual(
      new Set([...ages.slice(0, 4), null]),
    );
    const archived = await db.select().from(auditArchive);
    const kept = await db.select().from(auditRecords);
    expect([...archived, ...kept].toSorted((a, b) => Number(a.id - b.id))).toEqual(before);
    expect(archived.map(({ at }) => at)).toEqual(ages.slice(5));

    const again = await applyRetention({ db, clock }, DAYS);
    expect(new Set(Object.values(again))).toEqual(new Set([0]));
  });
});
