import { describe, expect, it } from "vitest";
import { nameInvisible, withoutInvisible } from "./invisible.ts";

describe("an invisible character", () => {
  it.each(["\u200b", "\u00ad", "\ufeff", "\u200e", "\u2060"])(
    "is removed where it changes nothing: %j",
    (sign) => {
      expect(withoutInvisible(`10${sign}16${sign}`)).toBe("1016");
      expect(nameInvisible(`10${sign}`)).toMatch(/^U\+[0-9A-F]{4}$/);
    },
  );

  it.each(["\u202e", "\u3164", "\u0007", "\u{e0031}"])(
    "stays, and is named, where it may change something: %j",
    (sign) => {
      expect(withoutInvisible(`10${sign}`)).toBe(`10${sign}`);
      expect(nameInvisible(`1${sign}0`)).not.toBeNull();
    },
  );

  it("is not found in ordinary text", () => expect(nameInvisible("Café 25,50 €, ١٢")).toBeNull());
});
