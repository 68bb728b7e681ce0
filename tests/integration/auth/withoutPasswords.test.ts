import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operatorRequest } from "#server/context/operator.ts";
import { addMember } from "#server/team/addMember.ts";
import { resetPassword } from "#server/team/resetPassword.ts";
import { createTestStack, type Member, type TestStack } from "#tests/support/testStack.ts";

let desk: TestStack;
let member: Member;
beforeAll(async () => {
  desk = await createTestStack({
    OIDC_ISSUER: "https://login.partner.example",
    OIDC_CLIENT_ID: "codedesk",
    OIDC_CLIENT_SECRET: "secret",
    PASSWORD_SIGN_IN: "off",
  });
  // As before passwords were switched off: this member has one.
  member = await desk.addMember("buyer");
});
afterAll(() => desk.close());

describe("with PASSWORD_SIGN_IN=off", () => {
  it("a right password signs nobody in", async () => {
    const answer = await desk.attempt({ email: member.email, password: member.password });
    expect(answer.status).toBe(404);
    expect(answer.headers.getSetCookie().join()).not.toContain("session-token");
  });

  it("members are added without a password, and none is made for them later", async () => {
    const request = operatorRequest(desk.program);
    const input = { email: "sso@partner.example", name: "Sso", role: "buyer" as const };
    const added = await addMember(request, input);
    expect(added.password).toBeNull();
    await expect(resetPassword(request, { memberId: added.member.id })).rejects.toMatchObject({
      kind: "conflict",
    });
  });
});
