import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Role } from "#lib/contracts/team/role.ts";
import { addDays, dayOf } from "#lib/time/calendarDays.ts";
import { DAY, MINUTE } from "#lib/time/instant.ts";
import { changeCodeSettings } from "#server/codes/codeSettings.ts";
import { decideRelease } from "#server/codes/releases/decideRelease.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { covers } from "#server/db/schema/approvals.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { codeSettings, exportReleases } from "#server/db/schema/codes.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import { listApprovals } from "#server/orders/approval/listApprovals.ts";
import { approveOrder } from "#server/orders/verbs/approveOrder.ts";
import { endOrder } from "#server/orders/verbs/endOrder.ts";
import { readOrder } from "#server/orders/verbs/readOrder.ts";
import { endCover } from "#server/team/cover/endCover.ts";
import { listCover } from "#server/team/cover/listCover.ts";
import { nameDeputy } from "#server/team/cover/nameDeputy.ts";
import { createToken } from "#server/team/tokens/createToken.ts";
import { createLimitWorld, kindOf, type LimitWorld } from "./limitWorld.ts";

let world: LimitWorld;
let ana: MemberRequest;
let bo: MemberRequest;
let cleo: MemberRequest;
beforeAll(async () => {
  world = await createLimitWorld();
});
beforeEach(async () => {
  const { db } = world.program;
  await world.advance(MINUTE);
  await world.noLimits();
  await db.delete(covers);
  await db.update(orders).set({ nextActionAt: null });
  // Members of earlier tests would be in the lists.
  await db.update(members).set({ disabledAt: world.now() }).where(eq(members.role, "approver"));
  [ana, bo, cleo] = await Promise.all([
    world.join("approver", "Ana"),
    world.join("approver", "Bo"),
    world.join("approver", "Cleo"),
  ]);
  for (const role of ["buyer", "approver", "admin"] as const) await world.limit({ perOrder: 0 }, { role });
});
afterAll(() => world.close());

const day = (ahead = 0) => addDays(dayOf(world.now(), "UTC"), ahead);
/** Has `deputy` stand in for `member` from today on. */
const cover = (
  member: MemberRequest,
  deputy: MemberRequest,
  { from = day(), to = day(3), by = member }: { from?: string; to?: string; by?: MemberRequest } = {},
) =>
  nameDeputy(by, {
    memberId: by === member ? null : member.actor.id,
    deputyId: deputy.actor.id,
    from,
    to,
  });
/** An order of a member that waits for approval. */
async function ask(request: MemberRequest): Promise<string> {
  const { state, externalOrderCode } = await world.order(1, request);
  expect(state).toBe("awaiting_approval");
  return externalOrderCode ?? "";
}
const approve = (reference: string, by: MemberRequest) => approveOrder(by, { reference });
const decline = (reference: string, by: MemberRequest) =>
  endOrder(by, { reference, verb: "decline", reason: "No" });
const waitingFor = async (request: MemberRequest) =>
  (await listApprovals(request)).items.map(({ externalOrderCode }) => externalOrderCode);

describe("a deputy", () => {
  it("is named by the member, or for them by whoever manages the team, who cannot take the place themselves", async () => {
    const { covers: named } = await cover(ana, bo);
    expect(named).toEqual([
      {
        id: expect.any(String),
        member: { id: ana.actor.id, name: "Ana" },
        deputy: { id: bo.actor.id, name: "Bo" },
        from: day(),
        to: day(3),
        isNow: true,
      },
    ]);
    expect((await cover(cleo, bo, { by: world.admin, from: day(2) })).covers).toHaveLength(2);
    expect(await kindOf(cover(bo, world.admin, { by: world.admin }))).toBe("forbidden");
    // Nobody who manages no team names one for another, nor for a member who may do more.
    expect(await kindOf(cover(bo, cleo, { by: ana }))).toBe("forbidden");
    expect(await kindOf(cover(bo, cleo, { by: world.request }))).toBe("forbidden");
  });

  it("must be allowed to do what the member does, who must have something to hand over", async () => {
    const viewer = await world.join("viewer", "Vera");
    expect(await kindOf(cover(ana, viewer))).toBe("validation");
    expect(await kindOf(cover(ana, world.request))).toBe("validation");
    expect(await kindOf(cover(viewer, ana))).toBe("validation");
    expect(await kindOf(cover(ana, ana))).toBe("validation");
    await world.program.db
      .update(members)
      .set({ disabledAt: world.now() })
      .where(eq(members.id, bo.actor.id));
    expect(await kindOf(cover(ana, bo))).toBe("validation");
    expect((await listCover(viewer)).people).toEqual([]);
  });

  it("is one at a time, for days that are not over, a year at most", async () => {
    await cover(ana, bo, { from: day(1), to: day(3) });
    expect(await kindOf(cover(ana, cleo, { from: day(3), to: day(5) }))).toBe("conflict");
    await cover(ana, cleo, { from: day(4), to: day(5) });
    expect(await kindOf(cover(bo, cleo, { from: day(-3), to: day(-1) }))).toBe("validation");
    expect(await kindOf(cover(bo, cleo, { from: day(367), to: day(368) }))).toBe("validation");
  });

  it("is one of two that are named at the same moment on two instances", async () => {
    const other = { ...ana, ...world.instance() };
    const outcomes = await Promise.all([
      kindOf(cover(ana, bo)),
      kindOf(nameDeputy(other, { memberId: null, deputyId: cleo.actor.id, from: day(), to: day(2) })),
    ]);
    expect(new Set(outcomes)).toEqual(new Set(["conflict", null]));
  });

  it("approves what waited before too, and is recorded as deputy, only on the days of the cover", async () => {
    const [first, second, third] = [
      await ask(world.request),
      await ask(world.request),
      await ask(world.request),
    ];
    await cover(ana, bo, { from: day(1), to: day(2) });
    await approve(first, bo);
    await world.advance(DAY);
    expect((await listApprovals(bo)).coversFor).toEqual([{ id: ana.actor.id, name: "Ana", until: day(1) }]);
    await approve(second, bo);
    await world.advance(2 * DAY);
    expect((await listApprovals(bo)).coversFor).toEqual([]);
    await decline(third, bo);
    const deputyOf = async (reference: string) =>
      (await readOrder(world.admin, { reference })).timeline.map(({ details }) => details["deputyOf"]).at(-1);
    expect([await deputyOf(first), await deputyOf(second), await deputyOf(third)]).toEqual([
      undefined,
      ["Ana"],
      undefined,
    ]);
  });

  it("who lost the right is none any more, nor is one of a member who lost it", async () => {
    await cover(ana, bo);
    const reference = await ask(world.request);
    expect(await kindOf(approve(reference, { ...bo, actor: { ...bo.actor, role: "buyer" } }))).toBe(
      "forbidden",
    );
    await world.program.db.update(members).set({ role: "viewer" }).where(eq(members.id, ana.actor.id));
    expect((await listApprovals(bo)).coversFor).toEqual([]);
  });

  it("is none any more once the member, the deputy or whoever manages the team has ended it", async () => {
    for (const by of [ana, bo, world.admin]) {
      const { covers: named } = await cover(ana, bo);
      const coverId = named[0]?.id ?? "";
      expect(await kindOf(endCover(cleo, { coverId }))).toBe("forbidden");
      await endCover(by, { coverId });
      expect((await listApprovals(bo)).coversFor).toEqual([]);
      expect(await kindOf(endCover(by, { coverId }))).toBe("not-found");
    }
    const records = await world.program.db
      .select({ action: auditRecords.action })
      .from(auditRecords)
      .where(eq(auditRecords.memberId, ana.actor.id));
    expect(records.map(({ action }) => action)).toEqual(
      ["named", "ended", "named", "ended", "named", "ended"].map((what) => `cover.${what}`),
    );
  });
});

describe("nobody decides for themselves through cover", () => {
  // Administrators, who may also order.
  beforeEach(async () => {
    [ana, bo, cleo] = await Promise.all([
      world.join("admin", "Ana"),
      world.join("admin", "Bo"),
      world.join("admin", "Cleo"),
    ]);
  });

  it("decides on what somebody asks for whom they stand in, through any chain", async () => {
    await cover(cleo, bo);
    await cover(bo, ana);
    const ofCleo = await ask(cleo);
    for (const verb of [approve, decline]) {
      for (const deputy of [ana, bo, cleo]) expect(await kindOf(verb(ofCleo, deputy))).toBe("forbidden");
    }
    for (const deputy of [ana, bo]) {
      expect(await waitingFor(deputy)).not.toContain(ofCleo);
      expect(await readOrder(deputy, { reference: ofCleo })).toMatchObject({
        actions: ["withdraw"],
        standsInFor: "Cleo",
      });
    }
    expect(await waitingFor(world.admin)).toContain(ofCleo);
    expect((await approve(ofCleo, world.admin)).state).toBe("waiting");
    // The other way round they may: whoever is away decides on what their deputy asks for.
    expect((await approve(await ask(ana), cleo)).state).toBe("waiting");
  });

  it("decides on what the service token of somebody asks for whom they stand in", async () => {
    const creator = await world.join("admin", "Tom Tokens");
    const other = await world.join("admin", "Otto Other");
    const { token } = await createToken(creator, {
      kind: "service",
      name: "Shop",
      role: "buyer",
      scopes: ["orders.place"],
      expiresInDays: 30,
    });
    const { id, name, role } = token.member;
    const { externalOrderCode } = await world.order(1, {
      ...world.request,
      actor: { id, name, role, email: "" },
    });
    const reference = externalOrderCode ?? "";
    await cover(creator, other);
    expect(await waitingFor(other)).not.toContain(reference);
    expect(await readOrder(other, { reference })).toMatchObject({ standsInFor: "Tom Tokens" });
    expect(await kindOf(approve(reference, other))).toBe("forbidden");
    expect((await approve(reference, world.admin)).state).toBe("waiting");
  });

  it("ends a cover to decide on what was asked for during it, nor takes one on in turn", async () => {
    const { covers: named } = await cover(ana, bo);
    const asked = await ask(ana);
    await world.advance(MINUTE);
    await endCover(bo, { coverId: named[0]?.id ?? "" });
    expect(await kindOf(approve(asked, bo))).toBe("forbidden");
    const later = await ask(ana);
    expect((await approve(later, bo)).state).toBe("waiting");
  });

  it("releases codes, or agrees to looser rules, for somebody for whom they stand in", async () => {
    const { db } = world.program;
    const asker = await world.join("buyer", "Asker");
    const [deputy, other] = [await world.join("buyer", "Deputy"), await world.join("buyer", "Other")];
    await cover(asker, deputy);
    const [row] = await db
      .insert(exportReleases)
      .values({
        environment: "sandbox",
        requestedBy: asker.actor.id,
        requestedAt: world.now(),
        state: "requested",
        first: 1,
        count: 5,
        reason: "For the shop",
      })
      .returning({ id: exportReleases.id });
    const releaseId = row?.id ?? "";
    expect(await kindOf(decideRelease(deputy, { releaseId, decision: "release" }))).toBe("forbidden");
    expect(await kindOf(decideRelease(other, { releaseId, decision: "release" }))).toBeNull();

    const [one, two] = [await world.join("admin", "One"), await world.join("admin", "Two")];
    await db.delete(codeSettings);
    await changeCodeSettings(one, { reasonRequired: true });
    await cover(one, two);
    expect(await kindOf(changeCodeSettings(one, { reasonRequired: false }))).toBe("conflict");
    expect(await kindOf(changeCodeSettings(two, { reasonRequired: false }))).toBe("forbidden");
  });

  it("follows a circle of deputies to its end", async () => {
    await cover(ana, bo);
    await cover(bo, cleo);
    await cover(cleo, ana);
    const asked = await ask(ana);
    for (const member of [ana, bo, cleo]) expect(await kindOf(approve(asked, member))).toBe("forbidden");
    expect((await listApprovals(bo)).coversFor.map(({ name }) => name)).toEqual(["Ana", "Cleo"]);
  });
});

const ROLES_THAT_DECIDE: readonly Role[] = ["approver", "buyer", "admin"];
describe("who stands in for whom", () => {
  it("is told to those whom it concerns, and to whoever manages the team", async () => {
    await cover(ana, bo);
    expect((await listCover(bo)).covers).toHaveLength(1);
    expect((await listCover(cleo)).covers).toHaveLength(0);
    expect((await listCover(world.admin)).covers).toHaveLength(1);
    const people = new Set((await listCover(ana)).people.map(({ id }) => id));
    const rows = await world.program.db.select().from(members);
    for (const { id, role, disabledAt } of rows) {
      const decides = disabledAt === null && ROLES_THAT_DECIDE.some((each) => each === role);
      const isService = rows.find((each) => each.id === id)?.email.endsWith(".invalid") ?? false;
      if (!isService) expect([id, people.has(id)]).toEqual([id, decides]);
    }
  });
});
