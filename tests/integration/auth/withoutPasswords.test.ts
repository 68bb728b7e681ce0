import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession } from "#server/auth/sessions/openSession.ts";
import { changePassword } from "#server/auth/signIn/changePassword.ts";
import { confirmIdentity } from "#server/auth/secondFactor/confirmIdentity.ts";
import { requireRecentSignIn } from "#server/context/requireRecentSignIn.ts";
import { operatorRequest } from "#server/context/operator.ts";
import { addMember } from "#server/team/addMember.ts";
import { resetPassword } from "#server/team/resetPassword.ts";
import { createTestProgram, type Member, type TestProgram } from "#tests/support/testProgram.ts";

let testProgram: TestProgram;
let member: Member;
beforeAll(async () => {
  testProgram = await createTestProgram({
    OIDC_ISSUER: "https://login.partner.example",
    OIDC_CLIENT_ID: "codedesk",
    OIDC_CLIENT_SECRET: "secret",
    PASSWORD_SIGN_IN: "off",
  });
  // Added before passwords were switched off, so this member has one.
  member = await testProgram.addMember("buyer");
});
afterAll(() => testProgram.close());

describe("with PASSWORD_SIGN_IN=off", () => {
  it("a right password signs nobody in", async () => {
    const answer = await testProgram.attempt({ email: member.email, password: member.password });
    expect(answer.status).toBe(404);
    expect(answer.headers.getSetCookie().join()).not.toContain("session-token");
  });

  it("members are added without a password, and none is made for them later", async () => {
    const request = operatorRequest(testProgram.program);
    const input = { email: "sso@partner.example", name: "Sso", role: "buyer" as const };
    const added = await addMember(request, input);
    expect(added.password).toBeNull();
    await expect(resetPassword(request, { memberId: added.member.id })).rejects.toMatchObject({
      kind: "conflict",
    });
  });

  it("nothing can be done with a password that a member still has, and the refusal says what members use", async () => {
    const signIn = {
      by: "identity provider",
      userAgent: null,
      address: null,
      authenticatedAt: null,
    } as const;
    const sessionId = await openSession(testProgram.program, member.id, signIn);
    const actor = { id: member.id, email: member.email, name: "B", role: "buyer" as const };
    const request = {
      ...testProgram.program,
      actor,
      sessionId,
      environment: "sandbox" as const,
      requestId: "1",
    };
    const refusal = { kind: "conflict", message: expect.stringContaining("single sign-on") };
    await expect(
      confirmIdentity(request, { password: member.password }, new Headers()),
    ).rejects.toMatchObject(refusal);
    const change = { currentPassword: member.password, newPassword: "four plain words here 7" };
    await expect(changePassword(request, change)).rejects.toMatchObject(refusal);
    await expect(requireRecentSignIn(request)).rejects.toMatchObject({
      kind: "reauthentication-required",
      details: { reauthenticate: "sign-in" },
    });
  });
});
