import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { operatorRequest } from "#server/context/operator.ts";
import { signInFailures } from "#server/db/schema/audit.ts";
import { members } from "#server/db/schema/members.ts";
import { customRoles } from "#server/db/schema/roles.ts";
import { changeMember } from "#server/team/changeMember.ts";
import type { TestProgram } from "#tests/support/testProgram.ts";
import { CASHIER, createProviderWorld, whoAmI, type ProviderWorld } from "./providerWorld.ts";

let world: ProviderWorld;
let testProgram: TestProgram;
beforeAll(async () => {
  world = await createProviderWorld();
  ({ testProgram } = world);
});
afterAll(() => world.close());

describe("roles by the groups of the provider", () => {
  it("are applied at each sign-in: a change ends the other sessions at once, and is recorded", async () => {
    const member = await testProgram.addMember("support");
    const byPassword = await testProgram.signIn(member);
    const person = world.personOf(member.email, ["helpdesk"]);
    const first = await world.signIn(person);
    expect(await world.me(byPassword)).toMatchObject({ role: "support" });

    const second = await world.signIn({ ...person, groups: ["helpdesk", "sales"] });
    expect(await world.me(second.session)).toEqual({ id: member.id, role: "buyer" });
    for (const cookie of [byPassword, first.session])
      expect((await testProgram.call(whoAmI, { cookie })).status).toBe(401);
    expect(await world.recorded(member.id, "member.role-changed")).toEqual([
      { actorId: null, from: "support", to: "buyer", by: "identity provider" },
    ]);
    // The same groups again change nothing, and end no session.
    await world.signIn({ ...person, groups: ["sales"] });
    expect(await world.me(second.session)).toMatchObject({ role: "buyer" });
  });

  it("can be roles of one's own, as long as they exist", async () => {
    const member = await testProgram.addMember("support");
    const person = world.personOf(member.email, ["cashiers"]);
    expect((await world.signIn(person)).location).toContain("error=NoRole");
    await testProgram.program.db.insert(customRoles).values({
      id: CASHIER,
      name: "Cashier",
      nameKey: "cashier",
      accountGrants: [],
      sandboxGrants: ["orders.read"],
      productionGrants: [],
      version: 1,
      createdAt: testProgram.now(),
      updatedAt: testProgram.now(),
    });
    expect(await world.me((await world.signIn(person)).session)).toMatchObject({ role: CASHIER });
  });

  it("are found among ten thousand groups, a megabyte of them, of which the browser keeps nothing", async () => {
    const member = await testProgram.addMember("viewer");
    const groups = Array.from(
      { length: 10_000 },
      (_, n) => `CN=Group ${n},OU=${"x".repeat(90)},DC=partner,DC=example`,
    );
    const person = world.personOf(member.email, [...groups, "helpdesk"]);
    expect(JSON.stringify(person).length).toBeGreaterThan(1_000_000);
    const { session } = await world.signIn(person);
    expect(await world.me(session)).toEqual({ id: member.id, role: "support" });
    expect(session.length).toBeLessThan(2_000);
    // Neither a name that contains a group's nor one in another case is that group.
    const near = groups.flatMap((group) => [`${group} sales`, "SALES", "sales "]);
    expect((await world.signIn({ ...person, groups: near })).location).toContain("error=NoRole");
  });

  it("stay as they are where the provider tells of no groups: that sign-in is refused and says why, nothing ends", async () => {
    const member = await testProgram.addMember("support");
    const person = world.personOf(member.email, ["helpdesk"]);
    const { session } = await world.signIn(person);
    const { groups: _groups, ...bare } = person;
    const refused = await world.signIn(bare);
    expect(refused.location).toContain("/sign-in?error=NoGroupsTold");
    expect(refused.session).not.toContain("session-token");
    expect(await world.me(session)).toMatchObject({ id: member.id, role: "support" });
    expect(await world.recorded(member.id, "member.disabled")).toEqual([]);
    expect(testProgram.logged.join("")).toContain("sent no list of groups");
    expect(await world.me((await world.signIn(person)).session)).toMatchObject({ role: "support" });
  });

  it("let nobody in who has none of them, and end what is open", async () => {
    const member = await testProgram.addMember("support");
    const person = world.personOf(member.email, ["helpdesk"]);
    const { session } = await world.signIn(person);
    for (const groups of [[], ["Helpdesk"], ["all"]]) {
      const refused = await world.signIn({ ...person, groups });
      expect(refused.session).not.toContain("session-token");
      expect(refused.location).toContain("/sign-in?error=NoRole");
    }
    expect((await testProgram.call(whoAmI, { cookie: session })).status).toBe(401);
    expect(await world.recorded(member.id, "member.disabled")).toEqual([
      { actorId: null, by: "identity provider", sessionsEnded: 1 },
    ]);
    const [failure] = await testProgram.program.db
      .select()
      .from(signInFailures)
      .where(eq(signInFailures.memberId, member.id));
    expect(failure).toMatchObject({ reason: "no role at the identity provider", count: 3 });
  });

  it("end everything of a member who has none any more, access tokens and passwords too, until one comes back", async () => {
    const member = await testProgram.addMember("support");
    const person = world.personOf(member.email, ["sales"]);
    const { session } = await world.signIn(person);
    const byToken = await world.createToken(session, ["orders.place", "codes.reveal"], 30);
    const byPassword = async () => (await testProgram.attempt(member)).status;
    expect([await byToken(), await byPassword()]).toEqual([200, 200]);

    await world.signIn({ ...person, groups: [] });
    expect([await byToken(), await byPassword()]).toEqual([401, 401]);

    const back = await world.signIn({ ...person, groups: ["helpdesk"] });
    expect(await world.me(back.session)).toEqual({ id: member.id, role: "support" });
    expect(await byToken()).toBe(200);
    expect(await world.recorded(member.id, "member.enabled")).toEqual([
      { actorId: null, by: "identity provider", from: "buyer", to: "support" },
    ]);
  });

  it("enable nobody whom an administrator has disabled, before or after losing the groups", async () => {
    const operator = operatorRequest(testProgram.program);
    const [before, after] = [await testProgram.addMember("support"), await testProgram.addMember("support")];
    const persons = [
      world.personOf(before.email, ["helpdesk"]),
      world.personOf(after.email, ["helpdesk"]),
    ] as const;
    for (const person of persons) await world.signIn(person);
    await changeMember(operator, { memberId: before.id, disabled: true });
    for (const person of persons) await world.signIn({ ...person, groups: [] });
    await changeMember(operator, { memberId: after.id, disabled: true });
    for (const person of persons) expect((await world.signIn(person)).session).not.toContain("session-token");
    await changeMember(operator, { memberId: after.id, disabled: false });
    expect(await world.me((await world.signIn(persons[1])).session)).toMatchObject({ id: after.id });
  });

  it("never take the role of the last administrator", async () => {
    const one = await testProgram.addMember("admin");
    const person = world.personOf(one.email, ["sales"]);
    const { session } = await world.signIn(person);
    expect(await world.me(session)).toMatchObject({ role: "admin" });
    expect(await world.recorded(one.id, "member.role-kept")).toMatchObject([
      { role: "admin", mapped: "buyer" },
    ]);
    const other = await testProgram.addMember("admin");
    const changed = await world.signIn(person);
    expect(await world.me(changed.session)).toMatchObject({ role: "buyer" });
    await changeMember(operatorRequest(testProgram.program), { memberId: one.id, role: "admin" });
    await changeMember(operatorRequest(testProgram.program), { memberId: other.id, disabled: true });
    expect(await world.me((await world.signIn({ ...person, groups: [] })).session)).toMatchObject({
      role: "admin",
    });
  });
});

describe("members by their first sign-in", () => {
  it("are those of a listed domain with a verified address, with the role of their groups", async () => {
    const { session } = await world.signIn(world.personOf("New@Joining.Example", ["sales"]));
    const { id, role } = z.object({ id: z.string(), role: z.string() }).parse(await world.me(session));
    expect(role).toBe("buyer");
    expect(await world.recorded(id, "member.added")).toEqual([
      { actorId: null, role: "buyer", by: "identity provider" },
    ]);
    const [member] = await testProgram.program.db.select().from(members).where(eq(members.id, id));
    expect(member).toMatchObject({
      email: "new@joining.example",
      name: "Petra Provider",
      passwordHash: null,
    });
  });

  it("are nobody else", async () => {
    const disabled = await world.signIn(world.personOf("disabled@joining.example", ["sales"]));
    const { id } = z.object({ id: z.string() }).parse(await world.me(disabled.session));
    await changeMember(operatorRequest(testProgram.program), { memberId: id, disabled: true });
    for (const person of [
      { ...world.personOf("unverified@joining.example", ["sales"]), email_verified: false },
      world.personOf("deeper@sub.joining.example", ["sales"]),
      world.personOf("a@joining.example@elsewhere.example", ["sales"]),
      world.personOf("someone@elsewhere.example", ["sales"]),
      world.personOf("disabled@joining.example", ["sales"]),
      world.personOf("no.group@joining.example", ["all"]),
    ]) {
      expect((await world.signIn(person)).session).not.toContain("session-token");
    }
    const rows = await testProgram.program.db.select({ email: members.email }).from(members);
    const joined = rows.filter(({ email }) => email.includes("joining") || email.includes("elsewhere"));
    expect(joined.map(({ email }) => email).toSorted()).toEqual([
      "disabled@joining.example",
      "new@joining.example",
    ]);
  });
});
