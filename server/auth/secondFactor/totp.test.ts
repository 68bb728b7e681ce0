import { describe, expect, it } from "vitest";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import { toBase32 } from "./base32.ts";
import { openSecret, sealSecret, type SealPurpose } from "#server/context/sealSecret.ts";
import { matchingStep, stepOf, totpCode } from "./totp.ts";

const SECRET = Buffer.from("12345678901234567890");

describe("a code of an authenticator app", () => {
  // RFC 6238, appendix B, the rows of SHA-1: seconds since the epoch and the code of 8 digits.
  it.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ])("is the one of RFC 6238 at %i s", (seconds, code) => {
    const step = stepOf(seconds * SECOND);
    expect(totpCode(SECRET, step, 8)).toBe(code);
    expect(totpCode(SECRET, step)).toBe(code.slice(2));
  });

  it("counts a step before and after its own, and no further", () => {
    const now = 1_234_567_890 * SECOND;
    const code = totpCode(SECRET, stepOf(now));
    const found = [-60, -30, 0, 30, 60].map((late) => matchingStep(SECRET, code, now + late * SECOND));
    expect(found).toEqual([null, stepOf(now), stepOf(now), stepOf(now), null]);
    expect(matchingStep(SECRET, "", now)).toBeNull();
    expect(matchingStep(SECRET, totpCode(SECRET, stepOf(now - MINUTE)), now)).toBeNull();
  });
});

const seal = (programSecret: string, owner: string, purpose: SealPurpose = "authenticator secrets") => ({
  programSecret,
  purpose,
  owner,
});

describe("a secret", () => {
  it.each([
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ])("is typed into an app in base 32: %j is %j (RFC 4648, section 10, without padding)", (plain, text) => {
    expect(toBase32(Buffer.from(plain))).toBe(text);
  });

  it("is stored encrypted, and opens for its member under its program secret alone", () => {
    const sealed = sealSecret(seal("program secret", "member 1"), SECRET);
    expect(sealed.includes(SECRET)).toBe(false);
    expect(openSecret(seal("program secret", "member 1"), sealed)).toEqual(SECRET);
    expect(openSecret(seal("program secret", "member 2"), sealed)).toBeNull();
    expect(openSecret(seal("another secret", "member 1"), sealed)).toBeNull();
    expect(openSecret(seal("program secret", "member 1", "webhook secrets"), sealed)).toBeNull();
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
    expect(openSecret(seal("program secret", "member 1"), changed)).toBeNull();
    expect(openSecret(seal("program secret", "member 1"), Buffer.alloc(3))).toBeNull();
    expect(sealSecret(seal("program secret", "member 1"), SECRET)).not.toEqual(sealed);
  });
});
