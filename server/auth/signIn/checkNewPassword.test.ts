import { describe, expect, it } from "vitest";
import { checkNewPassword } from "./checkNewPassword.ts";
import { generatePassword } from "./password.ts";

const EMAIL = "bea.buyer@partner.example";

describe("a new password", () => {
  it.each([
    ["password1234", /common/],
    ["Password1234!", /common/],
    ["P@ssw0rd1234", /common/],
    ["!!!iloveyou2024", /common/],
    ["pass1word2024", /common/],
    ["dragondragondragon", /common/],
    ["qwertyuiop12", /sequence/],
    ["123456789012", /sequence/],
    ["abcdefghijklm", /sequence/],
    ["aaaaaaaaaaaaaaaa", /different characters/],
    ["short", /at least 12/],
    ["x".repeat(201), /at most 200/],
    [EMAIL, /e-mail/],
    ["Bea.Buyer@partner.example1", /e-mail/],
  ])("is refused when it is %j", (password, message) => {
    expect(() => checkNewPassword(password, EMAIL)).toThrow(message);
  });

  it.each(["correct horse battery", "four plain words here 7", "Kaffee um zehn, bitte", "rj4 tiV8 qpw2!"])(
    "may be %j",
    (password) => {
      expect(() => checkNewPassword(password, EMAIL)).not.toThrow();
    },
  );

  it("may be any that is generated", () => {
    for (let n = 0; n < 500; n += 1) expect(() => checkNewPassword(generatePassword(), EMAIL)).not.toThrow();
  });
});
