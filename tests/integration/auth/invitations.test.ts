import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sentInvitationSchema } from "#lib/contracts/team/invitations.ts";
import { NO_GRANTS } from "#lib/members/grants.ts";
import { HOUR } from "#lib/time/instant.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { invitations } from "#server/db/schema/invitations.ts";
import { members } from "#server/db/schema/members.ts";
import { operatorRequest } from "#server/context/operator.ts";
import { changeMember } from "#server/team/changeMember.ts";
import { addRole } from "#server/team/roles/changeRoles.ts";
import { GET as listRoute, POST as inviteRoute } from "#app/api/invitations/route.ts";
import { DELETE as revokeRoute } from "#app/api/invitations/[invitationId]/route.ts";
import { GET as rolesRoute } from "#app/api/roles/route.ts";
import { POST as readRoute } from "#app/api/sign-in/invitation/route.ts";
import { POST as acceptRoute } from "#app/api/sign-in/invitation/accept/route.ts";
import { createTestProgram, type Answer, type Member, type TestProgram } from "#tests/support/testProgram.ts";

const PASSWORD = "four plain words here 7";

let testProgram: TestProgram;
let admin: Member;
let cookie: string;
let count = 0;
beforeAll(async () => {
  testProgram = await createTestProgram();
  admin = await testProgram.addMember("admin", "Ada Admin");
  cookie = await testProgram.signIn(admin);
});
afterAll(() => testProgram.close());

const newEmail = () => `invited-${(count += 1)}@partner.example`;
const invite = (email: string, role = "buyer", as = cookie) =>
  testProgram.call(inviteRoute, { method: "POST", cookie: as, body: { email, role } });
async function linkFor(email: string, role?: string): Promise<{ token: string; id: string }> {
  const { invitation, link } = sentInvitationSchema.parse((await invite(email, role)).json);
  return { token: link?.split("#")[1] ?? "", id: invitation.id };
}
const read = (token: string) => testProgram.call(readRoute, { method: "POST", body: { token } });
const accept = (token: string, more: object = {}) =>
  testProgram.call(acceptRoute, {
    method: "POST",
    body: { token, name: "Ines Invited", password: PASSWORD, ...more },
  });
const cookieOf = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .map((each) => each.split(";")[0] ?? "")
    .join("; ");

describe("an invitation", () => {
  it("makes its link a member with the role, the name and the password they chose, and signs them in", async () => {
    const email = newEmail();
    const { token } = await linkFor(` ${email.toUpperCase()} `, "support");
    // Looking at the link does not use it.
    for (const answer of [await read(token), await read(token)]) {
      expect(answer.json).toMatchObject({ email, roleName: "Support", invitedBy: "Ada Admin" });
    }
    const joined = await accept(token);
    expect(joined.status).toBe(204);
    expect((await testProgram.call(rolesRoute, { cookie: cookieOf(joined) })).status).toBe(200);
    await testProgram.signIn({ email, password: PASSWORD });
    const [member] = await testProgram.program.db.select().from(members).where(eq(members.email, email));
    expect(member).toMatchObject({ name: "Ines Invited", role: "support", oneTimePasswordUntil: null });
    const [record] = await testProgram.program.db
      .select()
      .from(auditRecords)
      .where(eq(auditRecords.action, "member.joined"));
    expect(record).toMatchObject({ actorId: member?.id, memberId: member?.id, details: { role: "support" } });
  });

  it("is stored as a hash alone, and its link is in no other answer and no log", async () => {
    const { token } = await linkFor(newEmail());
    await read(token);
    const list = await testProgram.call(listRoute, { cookie });
    const rows = await testProgram.program.db.select().from(invitations);
    const records = await testProgram.program.db.select({ details: auditRecords.details }).from(auditRecords);
    expect(JSON.stringify([list.json, rows, records, testProgram.logged])).not.toContain(token);
  });

  it("is good for one of several tabs at once, and for nobody who plays it again", async () => {
    const { token } = await linkFor(newEmail());
    const answers = await Promise.all([accept(token), accept(token), accept(token)]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    const again = await accept(token, { password: "another four words 8" });
    expect([again.status, again.json.detail]).toEqual([
      409,
      expect.stringContaining("already been accepted"),
    ]);
    expect((await read(token)).status).toBe(409);
  });

  it("is worth nothing once it was revoked, replaced or has expired, and never was if nobody made it", async () => {
    const revoked = await linkFor(newEmail());
    const params = { invitationId: revoked.id };
    expect((await testProgram.call(revokeRoute, { method: "DELETE", cookie, params })).status).toBe(204);
    expect((await testProgram.call(revokeRoute, { method: "DELETE", cookie, params })).status).toBe(404);
    const email = newEmail();
    const replaced = await linkFor(email);
    const expired = await linkFor(email);
    expect((await accept(revoked.token)).json.detail).toContain("revoked or replaced");
    expect((await accept(replaced.token)).json.detail).toContain("revoked or replaced");
    await testProgram.program.db
      .update(invitations)
      .set({ expiresAt: testProgram.now() - HOUR })
      .where(eq(invitations.id, expired.id));
    expect((await accept(expired.token)).json.detail).toContain("expired");
    expect((await accept("A".repeat(43))).status).toBe(404);
    expect((await accept("short")).status).toBe(400);
    expect(await testProgram.program.db.select().from(members).where(eq(members.email, email))).toEqual([]);
  });

  it("takes no password that is easily guessed, and stays open", async () => {
    const { token } = await linkFor(newEmail());
    const weak = await accept(token, { password: "password1234" });
    expect([weak.status, weak.json.fields]).toEqual([400, { password: expect.any(String) }]);
    expect((await accept(token)).status).toBe(204);
  });

  it("is not for an address that is a member's, before or meanwhile", async () => {
    const email = newEmail();
    const { token } = await linkFor(email);
    const now = testProgram.now();
    await testProgram.program.db
      .insert(members)
      .values({ email, name: "Meanwhile", role: "viewer", createdAt: now, updatedAt: now });
    expect((await accept(token)).json.detail).toContain("already belongs to a member");
    const late = await invite(email);
    expect([late.status, late.json.fields]).toEqual([409, { email: expect.any(String) }]);
  });

  it("gives no more than the inviting member holds, and ends with their right to invite", async () => {
    const grants = { ...NO_GRANTS, account: ["team.manage" as const], sandbox: ["orders.read" as const] };
    const as = { ...testProgram.program, actor: { id: admin.id } };
    const { id: role } = await addRole(as, { name: "Team manager", grants });
    const manager = await testProgram.addMember(role, "Mona Manager");
    const mona = await testProgram.signIn(manager);
    const more = await invite(newEmail(), "viewer", mona);
    expect([more.status, more.json.detail]).toEqual([403, expect.stringContaining("don't hold yourself")]);
    const { link } = sentInvitationSchema.parse((await invite(newEmail(), role, mona)).json);
    await changeMember(operatorRequest(testProgram.program), { memberId: manager.id, disabled: true });
    const late = await accept(link?.split("#")[1] ?? "");
    expect([late.status, late.json.detail]).toEqual([
      409,
      expect.stringContaining("doesn't manage the team"),
    ]);
  });

  it("gives no more than the inviting member still holds when it is accepted", async () => {
    const grants = { ...NO_GRANTS, account: ["team.manage" as const], sandbox: ["orders.read" as const] };
    const as = { ...testProgram.program, actor: { id: admin.id } };
    const { id: role } = await addRole(as, { name: "Former administrator", grants });
    const inviter = await testProgram.addMember("admin", "Dora Demoted");
    const dora = await testProgram.signIn(inviter);
    const tokenFor = async (email: string, given: string) => {
      const { link } = sentInvitationSchema.parse((await invite(email, given, dora)).json);
      return link?.split("#")[1] ?? "";
    };
    const email = newEmail();
    const more = await tokenFor(email, "admin");
    const same = await tokenFor(newEmail(), role);
    await changeMember(operatorRequest(testProgram.program), { memberId: inviter.id, role });
    for (const refused of [await read(more), await accept(more)]) {
      expect([refused.status, refused.json.detail]).toEqual([
        409,
        expect.stringContaining("can't give this role"),
      ]);
    }
    expect(await testProgram.program.db.select().from(members).where(eq(members.email, email))).toEqual([]);
    expect((await accept(same)).status).toBe(204);
  });

  it("is mailed if mail is configured, and shown to the inviting member only if the mail server does not take it", async () => {
    const mails: { to: string; text: string }[] = [];
    let isRefused = false;
    testProgram.program.ownAddress = "https://codedesk.example";
    testProgram.program.mailer = {
      send: (mail) => (isRefused ? Promise.reject(new Error("450")) : Promise.resolve(void mails.push(mail))),
      check: () => Promise.resolve(),
      close: () => {},
    };
    const email = newEmail();
    expect(sentInvitationSchema.parse((await invite(email)).json).link).toBeNull();
    const token =
      /https:\/\/codedesk\.example\/invitation#([\w-]{43})\n/.exec(mails[0]?.text ?? "")?.[1] ?? "";
    expect(mails.map(({ to }) => to)).toEqual([email]);
    expect((await accept(token)).status).toBe(204);
    isRefused = true;
    const shown = sentInvitationSchema.parse((await invite(newEmail())).json).link;
    expect(shown).toMatch(/^\/invitation#/);
    expect(testProgram.logged.join()).not.toContain(token);
    delete testProgram.program.mailer;
  });
});
