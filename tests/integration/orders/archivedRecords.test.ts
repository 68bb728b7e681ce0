import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditQuerySchema, type AuditQuery } from "#lib/contracts/audit/audit.ts";
import { DAY, toIso } from "#lib/time/instant.ts";
import { listAudit } from "#server/audit/listAudit.ts";
import { recordAudit } from "#server/audit/record.ts";
import { recordSignInFailure } from "#server/auth/signIn/recordSignInFailure.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { auditArchive, auditRecords } from "#server/db/schema/audit.ts";
import { members } from "#server/db/schema/members.ts";
import { applyRetention } from "#server/jobs/retention.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { readOrder } from "#server/orders/verbs/readOrder.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import { confirmation, createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";

const NEVER = 100_000;
const DAYS = {
  sessions: NEVER,
  serviceCalls: NEVER,
  signInAttempts: NEVER,
  signInFailures: NEVER,
  deletedDrafts: NEVER,
  catalogChanges: NEVER,
  notices: NEVER,
  audit: 365,
};

let world: OrderWorld;
let admin: MemberRequest;
let reference: string;
beforeAll(async () => {
  world = await createOrderWorld();
  const { db } = world.program;
  const now = world.now();
  const [member] = await db
    .insert(members)
    .values({ email: "ada@partner.example", name: "Ada", role: "admin", createdAt: now, updatedAt: now })
    .returning();
  if (member === undefined) throw new Error("the member was not written");
  admin = world.as({ id: member.id, email: member.email, name: member.name, role: "admin" });
  const productId = await scenario(world.sandbox, "price-moves");
  const placed = await placeOrder(world.request, confirmation(productId));
  reference = placed.externalOrderCode ?? "";
  const [record] = await db.select({ orderRow: auditRecords.orderRow }).from(auditRecords);
  // Old and new records alternate by id: a clock that was once wrong must not hide anything either.
  for (const [index, age] of [800, 2, 500, 40, 900, 366, 1, 364, 700, 3].entries()) {
    const at = now - age * DAY;
    await db.transaction((tx) =>
      recordAudit(tx, {
        at,
        environment: "sandbox",
        actorId: index % 2 === 0 ? admin.actor.id : world.request.actor.id,
        action: index === 2 ? "team-view.saved" : index % 3 === 0 ? "codes.revealed" : "member.signed-in",
        orderRow: index % 3 === 0 ? (record?.orderRow ?? null) : null,
        details: { index },
      }),
    );
    const failure = { memberId: null, address: `192.0.2.${index}` };
    if (index % 4 === 0) await recordSignInFailure({ db, clock: { now: () => at } }, failure);
  }
});
afterAll(() => world.close());

/** The whole log by its pages, and what there is to choose from. */
async function wholeLog(query: Partial<AuditQuery> = {}) {
  const items = [];
  let cursor: string | null = null;
  do {
    const page = await listAudit(admin, {
      ...auditQuerySchema.parse({}),
      ...query,
      take: 3,
      ...(cursor === null ? {} : { cursor }),
    });
    items.push(...page.items);
    cursor = page.nextCursor;
    expect(items.length).toBeLessThan(100);
  } while (cursor !== null);
  const { actions } = await listAudit(admin, { ...auditQuerySchema.parse({}), ...query });
  return { items, actions };
}

describe("audit records that were archived", () => {
  it("stand where they stood in the audit log, page by page, and in the timeline of their order", async () => {
    const now = world.now();
    const queries: Partial<AuditQuery>[] = [
      {},
      { action: "codes.revealed" },
      { action: "member.sign-in-failed" },
      { member: admin.actor.id },
      { from: toIso(now - 750 * DAY), to: toIso(now - 30 * DAY) },
    ];
    const readLog = async () => ({
      logs: await Promise.all(queries.map((query) => wholeLog(query))),
      order: await readOrder(world.request, { reference }),
    });
    const before = await readLog();
    expect(before.logs[0]?.items.length).toBeGreaterThan(13);
    expect(new Set(before.logs[0]?.items.map(({ id }) => id)).size).toBe(before.logs[0]?.items.length);
    expect(before.logs[0]?.actions).toContain("team-view.saved");
    expect(before.order.timeline.length).toBeGreaterThanOrEqual(5);

    const { audit } = await applyRetention(world.program, DAYS);
    expect(audit).toBe(5);
    expect(await world.program.db.select().from(auditArchive)).toHaveLength(5);
    const after = await readLog();
    expect(after.logs).toEqual(before.logs);
    expect(after.order.timeline).toEqual(before.order.timeline);
  });

  it("are not shown to members who may not read the audit log", async () => {
    await expect(listAudit(world.request, auditQuerySchema.parse({}))).rejects.toMatchObject({
      kind: "forbidden",
    });
  });
});
