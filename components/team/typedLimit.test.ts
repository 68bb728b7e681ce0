import { describe, expect, it } from "vitest";
import type { MemberView } from "#lib/contracts/member.ts";
import { limitOf, startOf, subjectOptions } from "./typedLimit.ts";

const EMPTY = startOf(null);
const member = (name: string, more: Partial<MemberView> = {}): MemberView => ({
  id: `id-${name}`,
  email: `${name}@partner.example`,
  name,
  role: "buyer",
  disabledAt: null,
  createdAt: "2030-01-01T00:00:00Z",
  lastSeenAt: null,
  ...more,
});

describe("the form of a limit", () => {
  it("reads amounts as people write them, by the decimals of the currency", () => {
    expect(limitOf({ ...EMPTY, currency: " usd ", perDay: "500,00", perMonth: "$2500" }).limit).toEqual({
      subject: { role: "buyer" },
      currency: "USD",
      perOrder: null,
      perDay: 50_000,
      perMonth: 250_000,
    });
    expect(limitOf({ ...EMPTY, currency: "JPY", perOrder: "500" }).limit).toMatchObject({ perOrder: 500 });
  });

  it("says what is missing or not clear, and makes no limit of it", () => {
    expect(limitOf(EMPTY)).toMatchObject({
      limit: null,
      errors: { currency: expect.stringContaining("EUR"), perOrder: expect.stringContaining("at least one") },
    });
    expect(limitOf({ ...EMPTY, currency: "EUR", perDay: "1.000" })).toMatchObject({
      limit: null,
      errors: { perDay: expect.stringContaining("two amounts") },
    });
  });

  it("shows a known limit so that saving it changes nothing", () => {
    const known = { currency: "EUR", perOrder: 0, perDay: 123_456, perMonth: null };
    const ofMember = { ...known, subject: { memberId: "m-1" }, memberName: "Bea" };
    expect(limitOf(startOf(ofMember)).limit).toEqual({ ...known, subject: { memberId: "m-1" } });
  });

  it("offers roles and active members who place orders, and whom the limit holds for already", () => {
    const members = [
      member("Bea"),
      member("Dan", { disabledAt: "2030-01-01T00:00:00Z" }),
      member("Sue", { role: "support" }),
    ];
    expect(subjectOptions(members, null).map(({ label }) => label)).toEqual([
      "Role: Administrator",
      "Role: Buyer",
      "Bea",
    ]);
    const known = { currency: "EUR", perOrder: 1, perDay: null, perMonth: null };
    const ofSue = { ...known, subject: { memberId: "id-Sue" }, memberName: "Sue" };
    expect(subjectOptions(members, ofSue).map(({ label }) => label)).toContain("Sue");
  });
});
