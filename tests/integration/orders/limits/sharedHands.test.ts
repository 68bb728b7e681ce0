import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AuditAction } from "#lib/audit/actions.ts";
import type { Role } from "#lib/contracts/team/role.ts";
import { DAY, HOUR, MINUTE } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import { changeCodeSettings } from "#server/codes/codeSettings.ts";
import { decideRelease } from "#server/codes/releases/decideRelease.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { codeSettings, exportReleases } from "#server/db/schema/codes.ts";
import { invitations } from "#server/db/schema/invitations.ts";
import { sessions } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import { findByReference } from "#server/orders/ledger/ledgerRow.ts";
import { setLimit } from "#server/orders/limits/setLimit.ts";
import { approveOrder } from "#server/orders/verbs/approveOrder.ts";
import { endOrder } from "#server/orders/verbs/endOrder.ts";
import { addMember } from "#server/team/addMember.ts";
import { changeMember } from "#server/team/changeMember.ts";
import { resetPassword } from "#server/team/resetPassword.ts";
import { resetSecondFactor } from "#server/team/resetSecondFactor.ts";
import { createLimitWorld, kindOf, NONE, type LimitWorld } from "./limitWorld.ts";

const PASSWORD = "four plain words here 7";
const WAIT = 7 * DAY + HOUR;

let world: LimitWorld;
/** An administrator whose every order needs approval. */
let limited: MemberRequest;
beforeAll(async () => {
  world = await createLimitWorld();
});
beforeEach(async () => {
  await world.advance(MINUTE);
  await world.noLimits();
  await world.program.db.update(orders).set({ nextActionAt: null });
  limited = await world.join("admin", "Lea Limited");
  await limitTo(0, limited);
});
afterAll(() => world.close());

const limitTo = (perOrder: number, { actor }: MemberRequest) =>
  world.limit({ ...NONE, perOrder }, { memberId: actor.id });

/** A request of a member whom somebody has just added. */
async function madeBy(maker: MemberRequest, role: Role): Promise<MemberRequest> {
  const email = `${randomUUID()}@partner.example`;
  const { member } = await addMember(maker, { email, name: "Made", role, password: PASSWORD });
  return world.as({ id: member.id, email, name: member.name, role });
}
/** Records that a member did this to their own account, in a browser in which `also` signed in too. */
async function ownedBy(
  { actor: { id } }: MemberRequest,
  { action = "member.password-changed", also }: { action?: AuditAction; also?: MemberRequest } = {},
): Promise<void> {
  const device = randomUUID();
  const at = world.now();
  if (also !== undefined) {
    const times = { createdAt: at, lastSeenAt: at, expiresAt: at + HOUR };
    await world.program.db.insert(sessions).values({ memberId: also.actor.id, device, ...times });
  }
  await world.program.db.transaction((tx) =>
    recordAudit(tx, { at, actorId: id, memberId: id, action, details: { device } }),
  );
}
async function awaiting(request: MemberRequest): Promise<string> {
  const { state, externalOrderCode } = await world.order(1, request);
  expect(state).toBe("awaiting_approval");
  return externalOrderCode ?? "";
}
const approve = (reference: string, request: MemberRequest) => kindOf(approveOrder(request, { reference }));
const decline = (reference: string, request: MemberRequest) =>
  kindOf(endOrder(request, { reference, verb: "decline" }));
const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : null),
  );

describe("an account that the asking member added or reset", () => {
  it("decides on no order of theirs for the wait, nor before it has become its owner's own", async () => {
    const own = await awaiting(limited);
    const made = await madeBy(limited, "approver");
    expect(await approve(own, made)).toBe("forbidden");
    expect(await decline(own, made)).toBe("forbidden");
    expect(await messageOf(approveOrder(made, { reference: own }))).toBe(
      "The member who asks for this added, invited or reset your account less than 7 days ago. Another member has to decide.",
    );
    await world.advance(WAIT);
    expect(await messageOf(approveOrder(made, { reference: own }))).toMatch(
      /browser in which that member has not signed in: do that under Settings/,
    );
    await ownedBy(made);
    expect(await approve(own, made)).toBeNull();
  });

  it("is not its owner's own by a password that was chosen in a browser of the maker, but by one from elsewhere", async () => {
    const own = await awaiting(limited);
    const made = await madeBy(limited, "approver");
    await ownedBy(made, { also: limited });
    await world.advance(WAIT);
    expect(await approve(own, made)).toBe("forbidden");
    await ownedBy(made, {
      action: "member.second-factor-added",
      also: await world.join("buyer", "Ann Other"),
    });
    expect(await approve(own, made)).toBeNull();
  });

  it("waits again after a reset of its password or its second factor", async () => {
    const made = await madeBy(limited, "admin");
    await world.advance(WAIT);
    await ownedBy(made);
    for (const reset of [
      () => resetPassword(limited, { memberId: made.actor.id, password: PASSWORD }),
      () => resetSecondFactor(limited, { memberId: made.actor.id }),
    ]) {
      await reset();
      expect(await approve(await awaiting(limited), made)).toBe("forbidden");
      await world.advance(WAIT);
      await ownedBy(made);
      expect(await approve(await awaiting(limited), made)).toBeNull();
    }
  });

  it("raises no limit of theirs, by an amount or by another role", async () => {
    const made = await madeBy(limited, "admin");
    const subject = { memberId: limited.actor.id };
    const raise = (by: MemberRequest) =>
      kindOf(setLimit(by, { subject, currency: "EUR", perOrder: 500_000 }));
    expect(await raise(made)).toBe("forbidden");
    await world.limit({ perOrder: 0 }, { role: "buyer" });
    await world.limit({ perOrder: null }, subject);
    expect(await kindOf(changeMember(world.admin, { memberId: limited.actor.id, role: "buyer" }))).toBeNull();
    const promote = (by: MemberRequest) =>
      kindOf(changeMember(by, { memberId: limited.actor.id, role: "admin" }));
    expect(await promote(made)).toBe("forbidden");
    expect(await promote(world.admin)).toBeNull();
  });

  it("releases none of their exports, nor agrees to looser rules for codes", async () => {
    const made = await madeBy(limited, "admin");
    const releaseId = await askedFor(limited);
    const release = (by: MemberRequest) => kindOf(decideRelease(by, { releaseId, decision: "release" }));
    expect(await release(made)).toBe("forbidden");
    const rule = {
      reasonRequired: true,
      releaseOver: 5,
      updatedAt: world.now(),
      updatedBy: limited.actor.id,
    };
    await world.program.db.insert(codeSettings).values(rule);
    const loosen = (by: MemberRequest) => kindOf(changeCodeSettings(by, { releaseOver: 50 }));
    expect(await loosen(limited)).toBe("conflict");
    expect(await loosen(made)).toBe("forbidden");
    expect(await loosen(world.admin)).toBeNull();
    expect(await release(world.admin)).toBeNull();
  });

  it("is one by an invitation too, until the wait is over", async () => {
    const own = await awaiting(limited);
    const invited = await world.join("approver", "Ines Invited");
    const at = world.now();
    await world.program.db.insert(invitations).values({
      tokenHash: randomUUID(),
      email: invited.actor.email,
      role: "approver",
      invitedBy: limited.actor.id,
      createdAt: at,
      expiresAt: at + DAY,
      endedAt: at,
      memberId: invited.actor.id,
    });
    await ownedBy(invited, { action: "member.joined" });
    expect(await approve(own, invited)).toBe("forbidden");
    await world.advance(WAIT);
    expect(await approve(own, invited)).toBeNull();
  });
});

describe("an account that a member under a limit made", () => {
  it("has its orders approved neither by that member nor by another account of theirs", async () => {
    const made = await madeBy(limited, "buyer");
    const reference = await awaiting(made);
    expect(await approve(reference, limited)).toBe("forbidden");
    expect(await approve(reference, await madeBy(limited, "approver"))).toBe("forbidden");
    // Nor by an account that an account of theirs made.
    expect(await approve(reference, await madeBy(await madeBy(limited, "admin"), "approver"))).toBe(
      "forbidden",
    );
    expect(await approve(reference, world.approver)).toBeNull();
  });

  it("spends without approval what that member may, until it is its owner's own", async () => {
    const made = await madeBy(limited, "buyer");
    await awaiting(made);
    await limitTo(world.product.price, limited);
    expect((await world.order(1, made)).state).not.toBe("awaiting_approval");
    expect((await world.order(2, made)).state).toBe("awaiting_approval");
    await world.advance(WAIT);
    expect((await world.order(2, made)).state).toBe("awaiting_approval");
    await ownedBy(made);
    expect((await world.order(2, made)).state).not.toBe("awaiting_approval");
  });
});

describe("an account that a member without a limit made", () => {
  it("has its orders approved by that member and by others whom they added: alone they could order as much", async () => {
    const made = await madeBy(world.admin, "buyer");
    await limitTo(0, made);
    expect(await approve(await awaiting(made), world.admin)).toBeNull();
    expect(await approve(await awaiting(made), await madeBy(world.admin, "approver"))).toBeNull();
  });

  it("has its exports released by another member all the same", async () => {
    const made = await madeBy(world.admin, "admin");
    const releaseId = await askedFor(made);
    const release = (by: MemberRequest) => kindOf(decideRelease(by, { releaseId, decision: "release" }));
    expect(await release(world.admin)).toBe("forbidden");
    expect(await release(await madeBy(world.admin, "approver"))).toBe("forbidden");
    expect(await release(limited)).toBeNull();
  });
});

describe("ACCOUNT_WAIT_DAYS", () => {
  it("is the time that the refusal tells, and 0 refuses nothing", async () => {
    const own = await awaiting(limited);
    const made = await madeBy(limited, "approver");
    const withWait = (days: number) => ({ ...made, accountWaitMs: days * DAY });
    expect(await messageOf(approveOrder(withWait(30), { reference: own }))).toMatch(/less than 30 days ago/);
    expect(await approve(own, withWait(0))).toBeNull();
  });
});

/** A request for an export of codes, as it is kept. Returns its id. */
async function askedFor(request: MemberRequest): Promise<string> {
  const { externalOrderCode } = await world.order(1);
  const row = await findByReference(world.program.db, "sandbox", externalOrderCode ?? "");
  const [asked] = await world.program.db
    .insert(exportReleases)
    .values({
      environment: "sandbox",
      orderRow: row?.id ?? "",
      requestedBy: request.actor.id,
      requestedAt: world.now(),
      first: 1,
      count: 10,
      state: "requested",
    })
    .returning({ id: exportReleases.id });
  return asked?.id ?? "";
}
