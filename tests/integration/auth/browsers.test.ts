import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PUT as passwordRoute } from "#app/api/settings/password/route.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { sessions } from "#server/db/schema/members.ts";
import { createTestProgram, type Member, type TestProgram } from "#tests/support/testProgram.ts";

const NEW_PASSWORD = "four plain words here 7";
let testProgram: TestProgram;
beforeAll(async () => {
  testProgram = await createTestProgram();
});
afterAll(() => testProgram.close());

const devicesOf = async ({ id }: Member) =>
  (await testProgram.program.db.select().from(sessions).where(eq(sessions.memberId, id))).map(
    ({ device }) => device,
  );
/** The browser that the record of a member's latest password names. */
async function browserOfPassword({ id }: Member): Promise<unknown> {
  const [latest] = await testProgram.program.db
    .select({ action: auditRecords.action, details: auditRecords.details })
    .from(auditRecords)
    .where(eq(auditRecords.memberId, id))
    .orderBy(desc(auditRecords.id))
    .limit(1);
  expect(latest?.action).toBe("member.password-changed");
  return latest?.details.device;
}
const choosePassword = (cookie: string, { password }: Member) =>
  testProgram.call(passwordRoute, {
    method: "PUT",
    cookie,
    body: { currentPassword: password, newPassword: NEW_PASSWORD },
  });

describe("the record of a password that a member has chosen", () => {
  it("names the browser, which is one for all members who sign in there, and another elsewhere", async () => {
    const [maker, here, elsewhere] = [
      await testProgram.addMember("admin"),
      await testProgram.addMember("approver"),
      await testProgram.addMember("approver"),
    ];
    const ofMaker = await testProgram.signIn(maker);
    // The same browser keeps its cookies when the maker has signed out.
    const inSameBrowser = await testProgram.signIn(here, { cookie: ofMaker });
    expect((await choosePassword(inSameBrowser, here)).status).toBe(200);
    expect((await choosePassword(await testProgram.signIn(elsewhere), elsewhere)).status).toBe(200);
    const [browser] = await devicesOf(maker);
    expect(browser).toEqual(expect.any(String));
    expect(await browserOfPassword(here)).toBe(browser);
    expect(await browserOfPassword(elsewhere)).toEqual(expect.any(String));
    expect(await browserOfPassword(elsewhere)).not.toBe(browser);
    // The session that goes on after the change is still of that browser.
    expect(new Set(await devicesOf(here))).toEqual(new Set([browser]));
  });
});
