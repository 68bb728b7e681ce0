import { describe, expect, it } from "vitest";
import { expiryOf } from "./expiryOf.ts";

describe("the last day of a code", () => {
  it.each([
    [{ expiryDate: "2028-01-31" }, "2028-01-31"],
    [{ expiresAt: "2028-01-31T23:59:59Z" }, "2028-01-31"],
    [{ validUntil: "31.12.2028" }, "2028-12-31"],
    [{ validUntil: "31/12/2028" }, "2028-12-31"],
    [{ validUntil: "12/31/2028" }, "2028-12-31"],
    [{ expiry: "02/2028" }, "2028-02-29"],
    [{ expiry: "2027-02" }, "2027-02-28"],
    [{ expires: " 2028/3/1 " }, "2028-03-01"],
  ])("is read from %j", (fields, day) => {
    expect(expiryOf({ pin: "1234", ...fields })).toBe(day);
  });

  it("is the earlier one if two fields say different days", () => {
    expect(expiryOf({ expires: "2028-05-01", validUntil: "2028-04-01" })).toBe("2028-04-01");
  });

  it.each([
    [{ expiry: "04/05/2028" }],
    [{ expiry: "never" }],
    [{ expiry: "2028-02-30" }],
    [{ expiry: "13/2028" }],
    [{ validFrom: "2028-01-01" }],
    [{ batch: "2028-01-01" }],
    [{}],
  ])("is not guessed from %j", (fields) => {
    expect(expiryOf({ pin: "1234", ...fields })).toBeNull();
  });
});
