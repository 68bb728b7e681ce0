import { describe, expect, it } from "vitest";
import { mergeClaims } from "./mergeClaims.ts";

const TOLD = { sub: "1", email: "told@a.example", email_verified: true, groups: ["sales"] };

describe("the claims of a sign-in", () => {
  it("are those of the signed token, completed from the userinfo address", () => {
    expect(mergeClaims({ sub: "1", name: "Kim", groups: ["desk"] }, TOLD)).toEqual({
      ...TOLD,
      name: "Kim",
      groups: ["desk"],
    });
  });

  it("take from the token alone when and for whom it was made", () => {
    expect(mergeClaims({ sub: "1" }, { sub: "1", auth_time: 1, sid: "s", aud: "a", iss: "i" })).toEqual({
      sub: "1",
    });
  });

  it("never call an address verified that the other part said so of another", () => {
    const signed = { sub: "1", email: "typed@a.example" };
    expect(mergeClaims(signed, TOLD)).toMatchObject({ email: "typed@a.example" });
    expect(mergeClaims(signed, TOLD)).not.toHaveProperty("email_verified");
    expect(mergeClaims({ sub: "1", email_verified: true }, { ...TOLD, email_verified: false })).toMatchObject(
      { email: "told@a.example", email_verified: false },
    );
    expect(
      mergeClaims({ sub: "1", email_verified: true }, { sub: "1", email: "told@a.example" }),
    ).not.toHaveProperty("email_verified");
  });

  it("believe the userinfo address of the token's own address", () => {
    expect(mergeClaims({ sub: "1", email: TOLD.email }, TOLD)).toMatchObject({ email_verified: true });
    expect(mergeClaims({ sub: "1", email: TOLD.email, email_verified: false }, TOLD)).toMatchObject({
      email_verified: false,
    });
  });
});
