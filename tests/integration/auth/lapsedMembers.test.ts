import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessTokensViewSchema } from "#lib/contracts/team/accessTokens.ts";
import { DAY, MINUTE, toIso } from "#lib/time/instant.ts";
import { disableLapsedMembers } from "#server/auth/identityProvider/disableLapsedMembers.ts";
import { operatorRequest } from "#server/context/operator.ts";
import { memberIdentities, members } from "#server/db/schema/members.ts";
import { changeMember } from "#server/team/changeMember.ts";
import { GET as tokensRoute } from "#app/api/settings/tokens/route.ts";
import type { TestProgram } from "#tests/support/testProgram.ts";
import { createProviderWorld, type ProviderWorld } from "./providerWorld.ts";

let world: ProviderWorld;
let testProgram: TestProgram;
beforeAll(async () => {
  world = await createProviderWorld();
  ({ testProgram } = world);
});
afterAll(() => world.close());

describe("members who were removed at the provider, and never sign in again", () => {
  it("are disabled after 90 days without a sign-in there, and with them the tokens of their programs, until they sign in", async () => {
    const [gone, here] = [await testProgram.addMember("support"), await testProgram.addMember("support")];
    // Nobody whom the provider knows.
    const [byOwnPassword, admin] = [
      await testProgram.addMember("support"),
      await testProgram.addMember("admin"),
    ];
    const person = world.personOf(gone.email, ["sales"]);
    const stays = world.personOf(here.email, ["sales"]);
    const { session } = await world.signIn(person);
    await world.signIn(stays);
    const byToken = await world.createToken(session, ["orders.read"], 365);
    const shown = async (member: { email: string; password: string }) => {
      const { json } = await testProgram.call(tokensRoute, { cookie: await testProgram.signIn(member) });
      return accessTokensViewSchema.parse(json).tokens.find(({ name }) => name === "ERP");
    };
    const [identity] = await testProgram.program.db
      .select()
      .from(memberIdentities)
      .where(eq(memberIdentities.memberId, gone.id));
    const vouchedAt = identity?.vouchedAt ?? 0;
    testProgram.advance(90 * DAY - MINUTE);
    await world.signIn(stays);
    await disableLapsedMembers(testProgram.program, world.oidc());
    expect(await byToken()).toBe(200);
    expect(await shown(gone)).toMatchObject({
      isSuspended: false,
      suspendedFrom: toIso(vouchedAt + 90 * DAY),
    });

    testProgram.advance(2 * MINUTE);
    expect(await disableLapsedMembers(testProgram.program, world.oidc())).toBe(1);
    expect(await disableLapsedMembers(testProgram.program, world.oidc())).toBe(0);
    expect([await byToken(), (await testProgram.attempt(gone)).status]).toEqual([401, 401]);
    for (const member of [here, byOwnPassword]) expect((await testProgram.attempt(member)).status).toBe(200);
    expect(await world.recorded(gone.id, "member.disabled")).toMatchObject([
      { actorId: null, by: "identity provider", lastVouchedFor: toIso(vouchedAt) },
    ]);
    expect(await shown(admin)).toMatchObject({ isSuspended: true });

    // An administrator who enables them vouches for as long.
    await changeMember(operatorRequest(testProgram.program), { memberId: gone.id, disabled: false });
    expect([await byToken(), await disableLapsedMembers(testProgram.program, world.oidc())]).toEqual([
      200, 0,
    ]);
    testProgram.advance(91 * DAY);
    await world.signIn(stays);
    expect([await disableLapsedMembers(testProgram.program, world.oidc()), await byToken()]).toEqual([
      1, 401,
    ]);
    await world.signIn(person);
    expect(await byToken()).toBe(200);
  });

  it("stay if they are the last administrator, or if roles are not mapped", async () => {
    const one = await testProgram.addMember("support");
    await world.signIn(world.personOf(one.email, ["desk-admins"]));
    const other = await testProgram.addMember("support");
    await world.signIn(world.personOf(other.email, ["sales"]));
    // Somebody whom only the provider of before knows.
    const former = await testProgram.addMember("support");
    await testProgram.program.db.insert(memberIdentities).values({
      issuer: "https://former.example",
      subject: "1",
      memberId: former.id,
      linkedAt: testProgram.now(),
      vouchedAt: testProgram.now(),
    });
    const administrators = await testProgram.program.db
      .select()
      .from(members)
      .where(eq(members.role, "admin"));
    for (const { id } of administrators.filter((each) => each.id !== one.id))
      await changeMember(operatorRequest(testProgram.program), { memberId: id, disabled: true });
    testProgram.advance(400 * DAY);
    expect(await disableLapsedMembers(testProgram.program, { ...world.oidc(), roles: null })).toBe(0);
    await disableLapsedMembers(testProgram.program, world.oidc());
    expect((await testProgram.attempt(one)).status).toBe(200);
    for (const member of [other, former]) expect((await testProgram.attempt(member)).status).toBe(401);
  });
});
