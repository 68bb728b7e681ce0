import { randomUUID } from "node:crypto";
import { and, ne, notInArray, notLike } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createdTokenSchema } from "#lib/contracts/team/accessTokens.ts";
import type { Role } from "#lib/contracts/team/role.ts";
import { NO_GRANTS } from "#lib/members/grants.ts";
import { DAY } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import { codeSettings } from "#server/db/schema/codes.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import { releasesSchema } from "#lib/contracts/codes/exportCodes.ts";
import { handOutsSchema } from "#lib/contracts/codes/handOut.ts";
import { POST as releaseRoute } from "#app/api/codes/releases/route.ts";
import { POST as decideRoute } from "#app/api/codes/releases/[releaseId]/route.ts";
import { POST as handOutReleaseRoute } from "#app/api/codes/hand-outs/releases/route.ts";
import { POST as takeRoute } from "#app/api/codes/hand-outs/route.ts";
import { POST as readRoute } from "#app/api/codes/hand-outs/read/route.ts";
import { PUT as rulesRoute } from "#app/api/codes/settings/route.ts";
import { POST as revealRoute } from "#app/api/orders/[reference]/codes/route.ts";
import { POST as exportRoute } from "#app/api/orders/[reference]/export/route.ts";
import { POST as tokenRoute } from "#app/api/settings/tokens/route.ts";
import { addMember } from "#server/team/addMember.ts";
import { changeMember } from "#server/team/changeMember.ts";
import { addRole, changeRole } from "#server/team/roles/changeRoles.ts";
import { operatorRequest, type TeamRequest } from "#server/context/operator.ts";
import type { Answer, Member } from "#tests/support/testProgram.ts";
import type { RouteHandler } from "#server/route/route.ts";
import { createCodesWorld, type CodesWorld } from "./codesWorld.ts";

const BUDGET = 10;
let world: CodesWorld;
let cookie: string;
let adminId: string;
let reference: string;
beforeAll(async () => {
  world = await createCodesWorld({
    REVEAL_BUDGET_PER_MEMBER_HOUR: String(BUDGET),
    REVEAL_BUDGET_PER_ACCOUNT_HOUR: "400",
  });
  const admin = await world.stack.addMember("admin", "Ada");
  adminId = admin.id;
  const pins = Array.from({ length: 30 }, (_, index) => ({ pin: `PIN-${index}` }));
  reference = await world.deliveredOrder(await world.stack.signIn(admin), pins);
  cookie = await world.stack.signIn(admin);
});
afterAll(() => world.close());

type Caller = { cookie: string } | { headers: { authorization: string } };
const ask = (handler: RouteHandler, body: unknown, by: Caller = { cookie }): Promise<Answer> =>
  world.stack.call(handler, { method: "POST", ...by, params: { reference }, body });
const reveal = (skip: number, take: number, by?: Caller) => ask(revealRoute, { skip, take }, by);

async function serviceToken(role: Role = "buyer"): Promise<Caller> {
  const body = { kind: "service", name: "Shop", role, scopes: ["codes.reveal"], expiresInDays: 1 };
  const { json } = await ask(tokenRoute, body);
  return { headers: { authorization: `Bearer ${createdTokenSchema.parse(json).secret}` } };
}

async function setRules(releaseOver: number | null, handOutsNeedRelease = true): Promise<void> {
  const rules = { reasonRequired: false, releaseOver, handOutsNeedRelease };
  const set = { ...rules, updatedAt: world.stack.now(), updatedBy: adminId };
  await world.stack.program.db
    .insert(codeSettings)
    .values(set)
    .onConflictDoUpdate({ target: codeSettings.id, set });
}

/** Records that a member chose a password in a browser of their own. */
async function ownedBy(id: string): Promise<void> {
  const { stack } = world;
  const at = stack.now();
  const details = { device: randomUUID() };
  await stack.program.db.transaction((tx) =>
    recordAudit(tx, { at, actorId: id, memberId: id, action: "member.password-changed", details }),
  );
}

describe("codes that a member takes", () => {
  it("count together with those of the service tokens that they created, whoever comes first", async () => {
    const [one, two] = [await serviceToken(), await serviceToken()];
    expect((await reveal(0, 4, one)).status).toBe(200);
    expect((await reveal(4, 4, two)).status).toBe(200);
    expect((await reveal(8, 3)).json.type).toBe("too-many");
    expect((await reveal(8, 2)).status).toBe(200);
    expect((await reveal(0, 1, one)).json.type).toBe("too-many");
    // Nobody else's budget is touched.
    const buyer = await world.stack.signIn(await world.stack.addMember("buyer"));
    expect((await reveal(0, BUDGET, { cookie: buyer })).status).toBe(200);
  });

  it("count for the release together with those of accounts that the same member has just added", async () => {
    world.stack.advance(2 * DAY);
    await setRules(5);
    const { program } = world.stack;
    const maker = await world.stack.addMember("admin", "Mia");
    const made = async () => {
      const email = `${randomUUID()}@partner.example`;
      const password = "four plain words here 7";
      const actor = { id: maker.id };
      const given = { email, name: "Made", role: "buyer" as const, password };
      const { member } = await addMember({ ...program, actor }, given);
      const signIn = async () => ({ cookie: await world.stack.signIn({ email, password }) });
      return { id: member.id, by: await signIn(), signIn };
    };
    const [one, two, of] = [await made(), await made(), { cookie: await world.stack.signIn(maker) }];
    expect((await reveal(0, 3, one.by)).status).toBe(200);
    const refused = await reveal(3, 3, two.by);
    expect(refused.json.type).toBe("release-required");
    expect(refused.json.detail).toMatch(
      /Those of accounts that the same member added, invited or reset count together/,
    );
    expect((await reveal(3, 3, of)).json.type).toBe("release-required");
    expect((await reveal(3, 2, two.by)).status).toBe(200);
    expect((await reveal(0, 1, of)).json.type).toBe("release-required");
    // Others are not concerned, nor are accounts that have become their owners' own.
    const other = { cookie: await world.stack.signIn(await world.stack.addMember("buyer")) };
    expect((await reveal(0, 5, other)).status).toBe(200);
    world.stack.advance(8 * DAY);
    for (const { id } of [one, two]) await ownedBy(id);
    const again = { cookie: await world.stack.signIn(maker) };
    for (const { signIn } of [one, two]) expect((await reveal(0, 4, await signIn())).status).toBe(200);
    expect((await reveal(0, 4, again)).status).toBe(200);
    await setRules(null);
  });

  it("are limited in words that fit a limit of one", async () => {
    world.stack.advance(2 * DAY);
    await setRules(1);
    const buyer = { cookie: await world.stack.signIn(await world.stack.addMember("buyer")) };
    expect((await reveal(0, 2, buyer)).json.detail).toBe(
      "Taking more than 1 code within 24 hours needs a release by a second member. Ask for it here.",
    );
    await setRules(null);
  });

  it("count for the release by a second member, whether they are exported, revealed or handed out", async () => {
    world.stack.advance(2 * DAY);
    await setRules(5);
    const buyer = { cookie: await world.stack.signIn(await world.stack.addMember("buyer")) };
    expect((await reveal(0, 3, buyer)).status).toBe(200);
    const [order] = await world.stack.program.db.select({ lines: orders.lines }).from(orders);
    const take = { productId: order?.lines[0]?.productId, customerReference: "C-1", takeId: randomUUID() };
    expect((await ask(takeRoute, { ...take, count: 1 }, buyer)).status).toBe(200);
    expect((await reveal(3, 2, buyer)).json.type).toBe("release-required");
    expect((await reveal(3, 1, buyer)).status).toBe(200);
    expect((await ask(exportRoute, { format: "print", skip: 5, take: 1 }, buyer)).json.type).toBe(
      "release-required",
    );
    expect((await reveal(0, 1, buyer)).json.type).toBe("release-required");
    await setRules(null);
  });
});

describe("a release by a second member", () => {
  const decide = async (body: object, by: Caller): Promise<void> => {
    const asked = releasesSchema.parse((await ask(releaseRoute, { reference, ...body }, by)).json);
    const params = { releaseId: asked.items[0]?.id ?? "" };
    const admin = await world.stack.signIn(await world.stack.addMember("admin"));
    const call = { method: "POST", cookie: admin, params, body: { decision: "release" } };
    expect((await world.stack.call(decideRoute, call)).status).toBe(200);
  };

  it("of some codes lets a member see those, and no others by searching", async () => {
    world.stack.advance(2 * DAY);
    await setRules(0);
    const buyer = { cookie: await world.stack.signIn(await world.stack.addMember("buyer")) };
    await decide({ skip: 0, take: 3 }, buyer);
    expect((await reveal(0, 3, buyer)).status).toBe(200);
    for (const chosen of [
      { skip: 0, take: 3, search: "PIN-7" },
      { skip: 9, take: 3, search: "PIN" },
      { skip: 0, take: 3, search: "PIN" },
    ])
      expect((await ask(revealRoute, chosen, buyer)).json.type).toBe("release-required");
    await decide({ skip: 0, take: 30 }, buyer);
    expect((await ask(revealRoute, { skip: 0, take: 3, search: "PIN-7" }, buyer)).status).toBe(200);
    await setRules(null);
  });

  it("tells a member who releases, and may not reveal, nothing of the team's requests", async () => {
    await setRules(1);
    const buyer = { cookie: await world.stack.signIn(await world.stack.addMember("buyer")) };
    const asked = releasesSchema.parse(
      (await ask(releaseRoute, { reference, skip: 0, take: 2 }, buyer)).json,
    );
    const operator = operatorRequest(world.stack.program);
    const grants = { ...NO_GRANTS, sandbox: ["codes.release" as const] };
    const { id } = await addRole(operator, { name: "Releaser", grants });
    const releaser = await world.stack.signIn(await world.stack.addMember(id));
    const params = { releaseId: asked.items[0]?.id ?? "" };
    const call = { method: "POST", cookie: releaser, params, body: { decision: "release" } };
    const answer = await world.stack.call(decideRoute, call);
    expect([answer.status, answer.json]).toEqual([200, { items: [] }]);
    expect((await reveal(0, 2, buyer)).status).toBe(200);
    await setRules(null);
  });

  it("is needed for what others have handed out, shown again, and not for a member's own hand-outs", async () => {
    world.stack.advance(2 * DAY);
    await setRules(2, false);
    const by = async () => ({ cookie: await world.stack.signIn(await world.stack.addMember("buyer")) });
    const [giver, reader] = [await by(), await by()];
    const [order] = await world.stack.program.db.select({ lines: orders.lines }).from(orders);
    const customer = { customerReference: "C-many" };
    const take = { productId: order?.lines[0]?.productId, ...customer, takeId: randomUUID(), exposed: 4 };
    expect((await ask(takeRoute, { ...take, count: 4 }, giver)).status).toBe(200);
    const refused = await ask(readRoute, customer, reader);
    expect(refused.json.type).toBe("release-required");
    expect(refused.json.detail).toContain(reference);
    expect(JSON.stringify(refused.json)).not.toContain("PIN-");
    expect((await ask(readRoute, customer, giver)).status).toBe(200);
    await decide({ skip: 0, take: 30 }, reader);
    const shown = handOutsSchema.parse((await ask(readRoute, customer, reader)).json);
    expect(shown.items).toHaveLength(4);
    await setRules(null);
  });

  it("is needed for codes that the service lists beyond those that it had told of", async () => {
    world.stack.advance(2 * DAY);
    await setRules(5);
    const db = world.stack.program.db;
    await db.update(orders).set({ delivered: 2 });
    const buyer = { cookie: await world.stack.signIn(await world.stack.addMember("buyer")) };
    expect((await reveal(0, 9, buyer)).json.type).toBe("release-required");
    expect((await reveal(0, 4, buyer)).status).toBe(200);
    await db.update(orders).set({ delivered: 2 });
    await decide({ skip: 0, take: 2 }, buyer);
    expect((await reveal(0, 9, buyer)).json.type).toBe("release-required");
    expect((await reveal(0, 2, buyer)).status).toBe(200);
    await db.update(orders).set({ delivered: 30 });
    await setRules(null);
  });
});

describe("hand-outs beyond the limit of a day", () => {
  const buyer = async () => ({ cookie: await world.stack.signIn(await world.stack.addMember("buyer")) });
  const handOut = async (by: Caller, count: number, takeId: string = randomUUID()) => {
    const [order] = await world.stack.program.db.select({ lines: orders.lines }).from(orders);
    const body = {
      productId: order?.lines[0]?.productId,
      customerReference: "C-1",
      takeId,
      exposed: count,
      count,
    };
    return ask(takeRoute, body, by);
  };
  const askFor = async (by: Caller, count: number) =>
    releasesSchema.parse((await ask(handOutReleaseRoute, { count }, by)).json).items[0];
  const decideOn = async (releaseId: string, decision: "release" | "refuse", by?: string) =>
    world.stack.call(decideRoute, {
      method: "POST",
      cookie: by ?? (await world.stack.signIn(await world.stack.addMember("admin"))),
      params: { releaseId },
      body: { decision },
    });
  const told = async () => (await world.recorded("codes.hand-outs-beyond-limit")).length;

  it("need a release for a number of further ones, which is used up by them and never by more", async () => {
    world.stack.advance(2 * DAY);
    await setRules(2);
    const [giver, before] = [await buyer(), await told()];
    expect((await handOut(giver, 2)).status).toBe(200);
    const takeId = randomUUID();
    expect((await handOut(giver, 1, takeId)).json).toMatchObject({
      type: "release-required",
      detail: "Taking more than 2 codes within 24 hours needs a release by a second member. Ask for it here.",
    });
    const asked = await askFor(giver, 3);
    expect(asked).toMatchObject({ reference: null, count: 3, handedOut: 0, state: "requested", isOwn: true });
    expect((await handOut(giver, 1, takeId)).json.type).toBe("release-required");
    expect((await decideOn(asked?.id ?? "", "release", giver.cookie)).status).toBe(403);
    expect((await decideOn(asked?.id ?? "", "release")).status).toBe(200);
    expect(await told()).toBe(before);
    expect((await handOut(giver, 1, takeId)).status).toBe(200);
    expect((await handOut(giver, 3)).json.detail).toContain("Your release still covers 2 codes");
    expect((await handOut(giver, 2)).status).toBe(200);
    expect((await handOut(giver, 1)).json.type).toBe("release-required");
    // A repeated request shows the same again and takes nothing.
    expect((await handOut(giver, 1, takeId)).status).toBe(200);
    expect(await told()).toBe(before + 1);
    await setRules(null);
  });

  it("are released to one member, and for a day", async () => {
    world.stack.advance(2 * DAY);
    await setRules(0);
    const member = await world.stack.addMember("buyer");
    const [giver, other] = [{ cookie: await world.stack.signIn(member) }, await buyer()];
    await decideOn((await askFor(giver, 5))?.id ?? "", "release");
    expect((await handOut(other, 1)).json.type).toBe("release-required");
    const refused = await askFor(other, 5);
    await decideOn(refused?.id ?? "", "refuse");
    expect((await handOut(other, 1)).json.type).toBe("release-required");
    expect((await handOut(giver, 1)).status).toBe(200);
    world.stack.advance(DAY + 1);
    const nextDay = { cookie: await world.stack.signIn(member) };
    expect((await handOut(nextDay, 1)).json.type).toBe("release-required");
    await setRules(null);
  });

  it("take no more than a release is for, though ten ask at once", async () => {
    world.stack.advance(2 * DAY);
    await setRules(0);
    const giver = await buyer();
    await decideOn((await askFor(giver, 3))?.id ?? "", "release");
    const answers = await Promise.all(Array.from({ length: 10 }, () => handOut(giver, 1)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    await setRules(null);
  });

  it("have one open request for each member, the last one", async () => {
    world.stack.advance(2 * DAY);
    const giver = await buyer();
    await Promise.all([askFor(giver, 3), askFor(giver, 3)]);
    await askFor(giver, 4);
    const { items } = releasesSchema.parse((await ask(handOutReleaseRoute, { count: 4 }, giver)).json);
    expect(items.filter(({ isOwn }) => isOwn).map(({ count }) => count)).toEqual([4]);
  });

  it("are not stopped where the team only has them reported, once for each member and day", async () => {
    world.stack.advance(2 * DAY);
    await setRules(1, false);
    const [giver, other, before] = [await buyer(), await buyer(), await told()];
    for (let each = 0; each < 3; each += 1) expect((await handOut(giver, 1)).status).toBe(200);
    expect(await told()).toBe(before + 1);
    for (let each = 0; each < 2; each += 1) expect((await handOut(other, 1)).status).toBe(200);
    expect(await told()).toBe(before + 2);
    world.stack.advance(DAY + 1);
    const again = await buyer();
    expect((await handOut(again, 1)).status).toBe(200);
    expect(await told()).toBe(before + 2);
    await setRules(null);
  });
});

describe("the rules for revealing codes", () => {
  const save = async (body: object, by: string) => {
    const { status, json } = await world.stack.call(rulesRoute, { method: "PUT", cookie: by, body });
    return [status, json.releaseOver ?? null];
  };

  it("are loosened by two administrators where there are two, and tightened by one", async () => {
    cookie = await world.stack.signIn(await world.stack.addMember("admin"));
    const other = await world.stack.signIn(await world.stack.addMember("admin"));
    expect(await save({ releaseOver: 5, reasonRequired: true }, cookie)).toEqual([200, 5]);
    for (const loose of [{ releaseOver: null }, { releaseOver: 6 }, { reasonRequired: false }])
      expect(await save(loose, cookie)).toEqual([409, null]);
    // The same one again, and another wish of another one, are no agreement.
    expect(await save({ releaseOver: null }, cookie)).toEqual([409, null]);
    expect(await save({ releaseOver: 7 }, other)).toEqual([409, null]);
    expect(await save({ releaseOver: 6 }, other)).toEqual([200, 6]);
    expect(await save({ releaseOver: 4 }, other)).toEqual([200, 4]);
    // What was followed once is no consent to the next time.
    expect(await save({ releaseOver: 6 }, other)).toEqual([409, null]);
    expect(await world.recorded("codes.relaxation-asked")).toHaveLength(6);
    // Nor does one administrator let hand-outs pass that are only reported.
    expect(await save({ handOutsNeedRelease: false }, cookie)).toEqual([409, null]);
    expect(await save({ handOutsNeedRelease: false }, other)).toEqual([200, 4]);
    expect(await save({ handOutsNeedRelease: true }, cookie)).toEqual([200, 4]);
  });

  it("are not loosened by a wish of the day before", async () => {
    const [first, second] = [await world.stack.addMember("admin"), await world.stack.addMember("admin")];
    expect(await save({ releaseOver: 99 }, await world.stack.signIn(first))).toEqual([409, null]);
    world.stack.advance(DAY + 1);
    expect(await save({ releaseOver: 99 }, await world.stack.signIn(second))).toEqual([409, null]);
  });

  describe("by an administrator who has just made themselves the only one", () => {
    const REMOVING: Record<string, (by: TeamRequest, other: Member) => Promise<unknown>> = {
      "disabling the other": (by, { id }) => changeMember(by, { memberId: id, disabled: true }),
      "giving the other another role": (by, { id }) => changeMember(by, { memberId: id, role: "viewer" }),
      "changing the other's role": async (by, { id }) => {
        const grants = { ...NO_GRANTS, account: ["settings.change" as const] };
        const { id: roleId, version } = await addRole(by, { name: "Rules", grants });
        await changeMember(by, { memberId: id, role: roleId });
        world.stack.advance(DAY + 1);
        const readsOnly = { ...NO_GRANTS, account: ["settings.read" as const] };
        await changeRole(by, {
          roleId,
          name: "Rules",
          grants: readsOnly,
          version: version ?? 1,
        });
      },
    };
    for (const [how, remove] of Object.entries(REMOVING)) {
      it(`are not loosened after ${how}, until a day later`, async () => {
        await setRules(5);
        const { program } = world.stack;
        const [only, other] = [await world.stack.addMember("admin"), await world.stack.addMember("admin")];
        const people = and(
          notInArray(members.id, [only.id, other.id]),
          notLike(members.email, "%@service.invalid"),
        );
        await program.db.update(members).set({ disabledAt: world.stack.now() }).where(people);
        await remove({ ...program, actor: { id: only.id } }, other);
        expect(await save({ releaseOver: 6 }, await world.stack.signIn(only))).toEqual([409, null]);
        world.stack.advance(DAY + 1);
        expect(await save({ releaseOver: 6 }, await world.stack.signIn(only))).toEqual([200, 6]);
      });
    }
  });

  it("are loosened by the only administrator, also if a service has that role, which could not agree", async () => {
    await setRules(5);
    const only = await world.stack.addMember("admin");
    cookie = await world.stack.signIn(only);
    await serviceToken("admin");
    const people = and(ne(members.id, only.id), notLike(members.email, "%@service.invalid"));
    await world.stack.program.db.update(members).set({ disabledAt: world.stack.now() }).where(people);
    expect(await save({ releaseOver: 6 }, cookie)).toEqual([200, 6]);
  });
});
