import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NOTICE_KINDS, type NoticeKind } from "#lib/contracts/notices/noticeKinds.ts";
import { noticeTitle } from "#lib/notices/words.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import { recordSignInFailure } from "#server/auth/signIn/recordSignInFailure.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { noticeCauses, notices } from "#server/db/schema/notices.ts";
import { serviceCalls } from "#server/db/schema/service.ts";
import { gatherNotices } from "#server/notices/gatherNotices.ts";
import { keepBalances } from "#server/serviceLimits/keepBalances.ts";
import { changeWalletLimit } from "#server/wallet/limits.ts";
import { createNoticeWorld, type Happened, type NoticeWorld } from "./noticeWorld.ts";

let world: NoticeWorld;
beforeAll(async () => {
  world = await createNoticeWorld();
});
afterAll(() => world.close());
beforeEach(() => world.forget());

/** What a restock rule of a member records. */
function restock(what: "told" | "proposed" | "unable", memberId: string, details: object): Happened {
  const named = { productId: 7, productName: "Streamly", ...details };
  return { action: `restock-rule.${what}`, actorId: null, memberId, orderRow: null, details: named };
}

/** What is recorded of a report of a member. */
function report(what: "made" | "stopped", memberId: string, details: object): Happened {
  return {
    action: `report.${what}`,
    actorId: null,
    memberId,
    orderRow: null,
    details: { kind: "Orders", ...details },
  };
}

describe("a notice", () => {
  it("is caused in the transaction of its event, or not at all", async () => {
    const { db } = world.program;
    const failing = db.transaction(async (tx) => {
      await recordAudit(tx, {
        at: world.now(),
        environment: "sandbox",
        action: "codes.budget-neared",
        actorId: world.buyer.actor.id,
      });
      throw new Error("not written");
    });
    await expect(failing).rejects.toThrow("not written");
    expect(await db.select().from(noticeCauses)).toEqual([]);
  });

  it("comes of every event of its kind", async () => {
    const { actor } = world.buyer;
    const cases: [NoticeKind, string, MemberRequest, Happened][] = [
      [
        "order.completed",
        "completed",
        world.buyer,
        { action: "order.state", fromState: "processing", toState: "completed" },
      ],
      [
        "order.partial",
        "in part",
        world.buyer,
        { action: "order.attempted", fromState: "submitting", toState: "partial" },
      ],
      [
        "order.undelivered",
        "not delivered",
        world.buyer,
        { action: "order.state", fromState: "processing", toState: "undelivered" },
      ],
      [
        "order.unconfirmed",
        "unknown",
        world.buyer,
        { action: "order.attempted", fromState: "submitting", toState: "unconfirmed" },
      ],
      [
        "order.needs-review",
        "review",
        world.buyer,
        { action: "order.state", fromState: "unconfirmed", toState: "needs_review" },
      ],
      [
        "order.failed",
        "not placed",
        world.buyer,
        { action: "order.attempted", fromState: "submitting", toState: "rejected" },
      ],
      ["codes.changed", "have changed", world.other, { action: "order.alarm", details: { changed: 1 } }],
      [
        "approval.asked",
        "waits",
        world.admin,
        { action: "order.confirmed", actorId: actor.id, toState: "awaiting_approval" },
      ],
      [
        "approval.decided",
        "approved",
        world.buyer,
        { action: "order.approved", fromState: "awaiting_approval", toState: "waiting" },
      ],
      [
        "approval.decided",
        "declined",
        world.buyer,
        { action: "order.declined", fromState: "awaiting_approval", toState: "declined" },
      ],
      ["release.asked", "Bea Buyer", world.other, { action: "codes.release-requested", actorId: actor.id }],
      ["release.decided", "released", world.buyer, { action: "codes.release-granted", memberId: actor.id }],
      ["release.decided", "refused", world.buyer, { action: "codes.release-refused", memberId: actor.id }],
      [
        "release.asked",
        "Bea Buyer asks to hand out more codes",
        world.other,
        { action: "codes.hand-out-release-requested", actorId: actor.id, orderRow: null },
      ],
      [
        "release.decided",
        "hand-outs were released",
        world.buyer,
        { action: "codes.hand-out-release-granted", memberId: actor.id, orderRow: null },
      ],
      [
        "release.decided",
        "hand-outs were refused",
        world.buyer,
        { action: "codes.hand-out-release-refused", memberId: actor.id, orderRow: null },
      ],
      [
        "hand-outs.beyond-limit",
        "Bea Buyer handed out more codes",
        world.other,
        { action: "codes.hand-outs-beyond-limit", actorId: actor.id, orderRow: null },
      ],
      [
        "reveal.budget-neared",
        "Bea Buyer",
        world.admin,
        { action: "codes.budget-neared", actorId: actor.id, details: { scope: "member" } },
      ],
      [
        "webhook.orphaned",
        "Nobody is responsible for the webhook of hooks.example",
        world.admin,
        { action: "webhook.orphaned", actorId: null, memberId: actor.id, details: { host: "hooks.example" } },
      ],
      [
        "webhook.orphaned",
        "hooks.example was paused",
        world.admin,
        { action: "webhook.paused", actorId: null, memberId: actor.id, details: { host: "hooks.example" } },
      ],
      [
        "budget.neared",
        "80 % of the budget Games in EUR is used",
        world.admin,
        {
          action: "budget.neared",
          actorId: actor.id,
          orderRow: null,
          details: { name: "Games", currency: "EUR", percent: 80 },
        },
      ],
      [
        "drafts.transferred",
        "Ada Admin transferred your draft “Games”",
        world.buyer,
        {
          action: "member.drafts-transferred",
          actorId: world.admin.actor.id,
          memberId: actor.id,
          orderRow: null,
          details: { drafts: 1, names: ["Games"], to: world.other.actor.id },
        },
      ],
      [
        "drafts.transferred",
        "transferred 7 drafts of yours: “a”, “b”, 5 more",
        world.buyer,
        {
          action: "member.drafts-transferred",
          actorId: world.admin.actor.id,
          memberId: actor.id,
          orderRow: null,
          details: { drafts: 7, names: ["a", "b"], to: world.other.actor.id },
        },
      ],
      [
        "restock.rule",
        "Streamly: 1 code is left",
        world.buyer,
        restock("told", actor.id, { left: 1, keep: 5 }),
      ],
      [
        "restock.rule",
        "Streamly: a draft for 20 codes is ready",
        world.buyer,
        restock("proposed", actor.id, { quantity: 20 }),
      ],
      [
        "restock.rule",
        "Streamly: its restock rule can't act",
        world.buyer,
        restock("unable", actor.id, { problem: "price" }),
      ],
      [
        "report.ready",
        "Your report Orders “Late” of 7 Jan 2030 is ready",
        world.buyer,
        report("made", actor.id, { view: "Late", day: "2030-01-07" }),
      ],
      [
        "report.ready",
        "Your report Orders was paused: There is more than a file can have.",
        world.buyer,
        report("stopped", actor.id, { problem: "There is more than a file can have." }),
      ],
      [
        "schedule.attention",
        "“Mondays” missed 3 dates, the last on 7 Jan 2030",
        world.buyer,
        {
          action: "schedule.missed",
          memberId: actor.id,
          details: { schedule: "Mondays", dates: 3, to: "2030-01-07" },
        },
      ],
      [
        "schedule.attention",
        "“Mondays” couldn't order on 7 Jan 2030",
        world.buyer,
        {
          action: "schedule.failed",
          memberId: actor.id,
          details: { schedule: "Mondays", day: "2030-01-07" },
        },
      ],
      [
        "schedule.attention",
        "“Mondays” orders on 7 Jan 2030: something has changed",
        world.buyer,
        {
          action: "schedule.checked",
          memberId: actor.id,
          details: { schedule: "Mondays", day: "2030-01-07" },
        },
      ],
      [
        "cover.named",
        "You stand in for another member from 7 Jan 2030 to 9 Jan 2030 (UTC)",
        world.buyer,
        {
          action: "cover.named",
          details: { deputyId: actor.id, from: "2030-01-07", to: "2030-01-09" },
        },
      ],
      [
        "sign-in",
        "new device",
        world.buyer,
        { action: "member.signed-in", memberId: actor.id, details: { newDevice: true } },
      ],
      [
        "sign-in",
        "recovery code",
        world.buyer,
        { action: "member.signed-in", memberId: actor.id, details: { secondFactor: "recovery code" } },
      ],
      ["sign-in", "Password changed", world.buyer, { action: "member.password-changed", actorId: actor.id }],
      [
        "sign-in",
        "Access token created",
        world.buyer,
        // In the name of a service: its member reads no notices, whoever made it does.
        { action: "token.created", actorId: actor.id, memberId: world.other.actor.id },
      ],
      [
        "sign-in",
        "reset",
        world.buyer,
        { action: "member.second-factor-reset", actorId: world.admin.actor.id, memberId: actor.id },
      ],
    ];
    for (const [kind, words, request, entry] of cases) {
      await world.program.db.delete(notices);
      await world.record(entry);
      const found = (await world.told(request)).find((each) => each.kind === kind);
      expect([kind, entry.action, found === undefined ? null : noticeTitle(found)]).toEqual([
        kind,
        entry.action,
        expect.stringContaining(words),
      ]);
    }
    // Catalog changes and their digest: catalogNotices.test.ts and catalogDigest.test.ts; orders that wait: waitingOrders.test.ts.
    const elsewhere: NoticeKind[] = [
      "wallet.low",
      "key.refused",
      "catalog.changed",
      "catalog.digest",
      "approval.overdue",
    ];
    expect(new Set([...cases.map(([kind]) => kind), ...elsewhere])).toEqual(new Set(NOTICE_KINDS));
  });

  it("does not come of what concerns nobody", async () => {
    await world.record({ action: "order.attempt-started", fromState: "waiting", toState: "submitting" });
    await world.record({ action: "member.signed-in", memberId: world.buyer.actor.id });
    await world.record({ action: "order.found", toState: "completed" });
    await world.record({ action: "codes.revealed", actorId: world.buyer.actor.id });
    expect(await world.program.db.select().from(noticeCauses)).toEqual([]);
  });
});

describe("what is in no audit record", () => {
  const balance = (available: number) => ({
    environment: "sandbox" as const,
    at: world.now(),
    orderRow: null,
    reading: {
      balances: [{ currency: "EUR", amounts: [{ name: "available", amount: available }] }],
      raw: null,
    },
  });

  it("a balance that falls below its limit causes one notice, until it has been above it again", async () => {
    await changeWalletLimit(world.admin, { currency: "EUR", amount: 100_00 });
    const { db } = world.program;
    const causes = async () =>
      (await db.select().from(noticeCauses).where(eq(noticeCauses.kind, "wallet.low"))).length;
    for (const [available, expected] of [
      [200_00, 0],
      [99_00, 1],
      [50_00, 1],
      [150_00, 1],
      [80_00, 2],
    ] as const) {
      await world.advance(MINUTE);
      await keepBalances(db, balance(available));
      expect([available, await causes()]).toEqual([available, expected]);
    }
    const [low] = await world.told(world.buyer);
    expect(low).toMatchObject({ kind: "wallet.low", count: 1, subjects: [{ currency: "EUR" }] });
    expect((await world.told(world.support)).map(({ kind }) => kind)).not.toContain("wallet.low");
    // Amounts are read on the wallet's page, by those who may.
    expect(JSON.stringify(low)).not.toMatch(/8000|10000/);
  });

  it("a limit that is raised above the balance causes a notice too, one that is lowered does not", async () => {
    await changeWalletLimit(world.admin, { currency: "EUR", amount: 70_00 });
    expect(await world.told(world.buyer)).toEqual([]);
    await changeWalletLimit(world.admin, { currency: "EUR", amount: 90_00 });
    expect((await world.told(world.buyer)).map(({ kind }) => kind)).toEqual(["wallet.low"]);
  });

  it("a refused key causes one notice to those who see the connection, however many calls are refused", async () => {
    const call = {
      environment: "sandbox" as const,
      operation: "order" as const,
      statusCode: 401,
      failure: "unauthorised",
      message: null,
      durationMs: 5,
      attempt: null,
      orderRow: null,
    };
    await world.program.db
      .insert(serviceCalls)
      .values(Array.from({ length: 700 }, (_, ms) => ({ ...call, at: world.now() + ms })));
    while ((await gatherNotices(world.program)) > 0);
    expect((await world.told(world.admin)).map(({ kind, count }) => [kind, count])).toEqual([
      ["key.refused", 1],
    ]);
    expect(await world.told(world.buyer)).toEqual([]);
  });

  it("five failed sign-ins are told to their member once an hour and address", async () => {
    const failure = { memberId: world.buyer.actor.id, address: "203.0.113.9" };
    for (let attempt = 0; attempt < 12; attempt += 1) await recordSignInFailure(world.program, failure);
    await recordSignInFailure(world.program, { memberId: null, address: "203.0.113.9" });
    expect((await world.told(world.buyer)).map(({ subjects }) => subjects)).toEqual([
      [{ event: "Several failed sign-ins" }],
    ]);
    expect(await world.told(world.admin)).toEqual([]);
  });
});
