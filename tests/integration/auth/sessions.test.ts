import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { memberWithPasswordSchema } from "#lib/contracts/team/team.ts";
import { HOUR, MINUTE } from "#lib/time/instant.ts";
import { sessions } from "#server/db/schema/members.ts";
import { route } from "#server/route/route.ts";
import { GET as catalogRoute } from "#app/api/catalog/favourites/route.ts";
import { PUT as passwordRoute } from "#app/api/settings/password/route.ts";
import { POST as addRoute } from "#app/api/team/route.ts";
import { PATCH as memberRoute } from "#app/api/team/[memberId]/route.ts";
import { POST as resetRoute } from "#app/api/team/[memberId]/password/route.ts";
import { createTestProgram, type Answer, type Member, type TestProgram } from "#tests/support/testProgram.ts";

const withPasswordSchema = memberWithPasswordSchema.extend({ password: z.string() });

let testProgram: TestProgram;
let admin: Member;
beforeAll(async () => {
  testProgram = await createTestProgram();
  admin = await testProgram.addMember("admin");
});
afterAll(() => testProgram.close());

const whoAmI = route({ permission: null, handle: ({ request }) => ({ ...request.actor }) });
const statusOf = async (cookie: string) => (await testProgram.call(whoAmI, { cookie })).status;
const newCookie = ({ headers }: Answer) => headers.getSetCookie().join().split(";")[0] ?? "";
const choose = (cookie: string, currentPassword: string, newPassword: string) =>
  testProgram.call(passwordRoute, { method: "PUT", cookie, body: { currentPassword, newPassword } });

describe("a session", () => {
  it("is replaced when the password changes: the old cookie is worthless everywhere, this tab stays signed in", async () => {
    const member = await testProgram.addMember("buyer");
    const [here, elsewhere] = [await testProgram.signIn(member), await testProgram.signIn(member)];
    const answer = await choose(here, member.password, "four plain words here 7");
    expect([answer.status, answer.json]).toEqual([200, { sessionsEnded: 1, tokensEnded: 0 }]);
    expect([await statusOf(here), await statusOf(elsewhere)]).toEqual([401, 401]);
    expect(answer.headers.getSetCookie().join()).toMatch(/HttpOnly; SameSite=Lax/);
    expect(await statusOf(newCookie(answer))).toBe(200);
  });

  it("does not last longer for being replaced", async () => {
    const member = await testProgram.addMember("buyer");
    const cookie = await testProgram.signIn(member);
    const live = and(eq(sessions.memberId, member.id), isNull(sessions.revokedAt));
    const [before] = await testProgram.program.db.select().from(sessions).where(live);
    testProgram.advance(HOUR);
    await choose(cookie, member.password, "four plain words here 7");
    const [after] = await testProgram.program.db.select().from(sessions).where(live);
    expect(after?.id).not.toBe(before?.id);
    expect(after?.expiresAt).toBe(before?.expiresAt);
  });

  it("ends when the member's role changes, and an administrator's own continues with the new role", async () => {
    const [buyer, second] = [await testProgram.addMember("buyer"), await testProgram.addMember("admin")];
    const [buyerCookie, cookie] = [await testProgram.signIn(buyer), await testProgram.signIn(second)];
    const change = (id: string, role: string) =>
      testProgram.call(memberRoute, { method: "PATCH", cookie, params: { memberId: id }, body: { role } });
    expect((await change(buyer.id, "support")).status).toBe(200);
    expect(await statusOf(buyerCookie)).toBe(401);
    const demoted = await change(second.id, "buyer");
    expect(await statusOf(cookie)).toBe(401);
    const renewed = await testProgram.call(whoAmI, { cookie: newCookie(demoted) });
    expect([renewed.status, renewed.json.role]).toEqual([200, "buyer"]);
  });

  it("is one of ten at most: another sign-in ends the oldest", async () => {
    const member = await testProgram.addMember("buyer");
    const cookies: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      cookies.push(await testProgram.signIn(member));
      testProgram.advance(1);
    }
    const statuses = await Promise.all(cookies.map(statusOf));
    expect(statuses).toEqual([401, 401, ...Array<number>(10).fill(200)]);
  });

  it("idles out while a page only polls", async () => {
    const member = await testProgram.addMember("buyer");
    const cookie = await testProgram.signIn(member);
    const background = { "x-codedesk-background": "1" };
    for (let n = 0; n < 5; n += 1) {
      testProgram.advance(25 * MINUTE);
      if (n < 4) expect((await testProgram.call(whoAmI, { cookie, headers: background })).status).toBe(200);
    }
    expect((await testProgram.call(whoAmI, { cookie, headers: background })).status).toBe(401);
  });
});

describe("a one-time password", () => {
  const add = async (email: string) => {
    const cookie = await testProgram.signIn(admin);
    const body = { email, name: "New", role: "buyer" };
    return withPasswordSchema.parse(
      (await testProgram.call(addRoute, { method: "POST", cookie, body })).json,
    );
  };

  it("must be replaced before anything else can be done", async () => {
    const { member, password } = await add("one-time@partner.example");
    const cookie = await testProgram.signIn({ email: member.email, password });
    const refused = await testProgram.call(catalogRoute, { cookie });
    expect([refused.status, refused.json.type]).toEqual([403, "password-change-required"]);
    expect((await choose(cookie, password, "password1234")).status).toBe(400);
    const answer = await choose(cookie, password, "four plain words here 7");
    expect(answer.status).toBe(200);
    expect((await testProgram.call(catalogRoute, { cookie: newCookie(answer) })).status).toBe(200);
  });

  it("expires after 72 hours, and another one helps", async () => {
    const { member, password } = await add("late@partner.example");
    testProgram.advance(72 * HOUR);
    const late = await testProgram.attempt({ email: member.email, password });
    expect(late.status).toBe(403);
    expect(await late.json()).toEqual({ url: expect.stringContaining("error=OneTimePasswordExpired") });
    const cookie = await testProgram.signIn(admin);
    const params = { memberId: member.id };
    const reset = await testProgram.call(resetRoute, { method: "POST", cookie, params });
    const another = withPasswordSchema.parse(reset.json).password;
    expect(await testProgram.signIn({ email: member.email, password: another })).toContain("session-token");
  });
});
