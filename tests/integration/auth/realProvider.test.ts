import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { members } from "#server/db/schema/members.ts";
import { DASHBOARD_HOST, type TestProgram } from "#tests/support/testProgram.ts";
import { createProviderWorld, whoAmI, type ProviderWorld } from "./providerWorld.ts";

let world: ProviderWorld;
let testProgram: TestProgram;
beforeAll(async () => {
  world = await createProviderWorld();
  ({ testProgram } = world);
});
afterAll(() => world.close());

describe("signing in through a real provider", () => {
  it("finds it by discovery, with state, nonce and PKCE, and reads address and groups wherever it states them", async () => {
    const member = await testProgram.addMember("support");
    const { session, location } = await world.signIn(world.personOf(member.email, ["all", "helpdesk"]));
    expect(location).toBe(`http://${DASHBOARD_HOST}/orders`);
    expect(await world.me(session)).toEqual({ id: member.id, role: "support" });
  });

  it("signs nobody in by a code or a state of another sign-in", async () => {
    const person = world.personOf((await testProgram.addMember("support")).email, ["helpdesk"]);
    const other = await world.signIn(person, {
      change: ({ searchParams }) => searchParams.set("state", "x".repeat(43)),
    });
    expect(other.session).not.toContain("session-token");
    const stolen = other.callback.searchParams.get("code") ?? "";
    const { session } = await world.signIn(person, {
      change: ({ searchParams }) => searchParams.set("code", stolen),
    });
    expect(session).not.toContain("session-token");
  });

  it("asks again for who is signed in there, and the provider says that it has just seen them", async () => {
    const member = await testProgram.addMember("support");
    const person = world.personOf(member.email, ["helpdesk"]);
    const { jar, session } = await world.signIn(person);
    await testProgram.program.db.update(members).set({ passwordHash: null }).where(eq(members.id, member.id));
    const again = await world.signIn(person, { jar, query: "?reauthenticate=1" });
    expect([await world.me(session), await world.me(again.session)]).toMatchObject([
      { id: member.id },
      { id: member.id },
    ]);
    expect(testProgram.logged.join("\n")).not.toContain("sent no auth_time");
  });
});

describe("signing out at a real provider", () => {
  it("signs out here at once what that session had opened, and nothing else", async () => {
    const member = await testProgram.addMember("support");
    const person = world.personOf(member.email, ["helpdesk"]);
    const [desktop, phone] = [await world.signIn(person), await world.signIn(person)];
    await world.provider.signOut(desktop.jar);
    expect(world.logouts).toEqual([200]);
    expect((await testProgram.call(whoAmI, { cookie: desktop.session })).status).toBe(401);
    expect(await world.me(phone.session)).toMatchObject({ id: member.id });
    expect(await world.recorded(member.id, "member.signed-out-by-provider")).toEqual([
      { actorId: null, sessionsEnded: 1 },
    ]);
  });
});
