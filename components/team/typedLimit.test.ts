import { describe, expect, it } from "vitest";
import type { MemberView } from "#lib/contracts/team/member.ts";
import { builtInGrants } from "#lib/members/grants.ts";
import { limitOf, startOf, subjectOptions } from "./typedLimit.ts";

const EMPTY = startOf(null);
const member = (name: string, more: Partial<MemberView> = {}): MemberView => ({
  id: `id-${name}`,
  email: `${name}@partner.example`,
  name,
  role: "buyer",
  roleName: "Buyer",
  disabledAt: null,
  createdAt: "2030-01-01T00:00:00Z",
  lastSeenAt: null,
  factors: { totp: false, passkeys: 0 },
  ...more,
});

const ROLES = (["admin", "buyer", "support"] as const).map((id) => ({
  id,
  name: id,
  purpose: null,
  version: null,
  grants: builtInGrants(id),
}));
const TRAINEE = {
  id: "5b0a2a6a-5d2e-4c8d-9a86-2f9f3f4f9a10",
  name: "Trainee",
  purpose: null,
  version: 1,
  grants: { account: [], sandbox: ["orders.place" as const], production: ["orders.read" as const] },
};

describe("the form of a limit", () => {
  it("reads amounts as people write them, by the decimals of the currency", () => {
    expect(limitOf({ ...EMPTY, currency: " usd ", perDay: "500,00", perMonth: "$2500" }, null).limit).toEqual(
      {
        subject: { role: "buyer" },
        currency: "USD",
        perDay: 50_000,
        perMonth: 250_000,
      },
    );
    expect(limitOf({ ...EMPTY, currency: "JPY", perOrder: "500" }, null).limit).toMatchObject({
      perOrder: 500,
    });
  });

  it("says what is missing or not clear, and makes no limit of it", () => {
    expect(limitOf(EMPTY, null)).toMatchObject({
      limit: null,
      errors: { currency: expect.stringContaining("EUR"), perOrder: expect.stringContaining("at least one") },
    });
    expect(limitOf({ ...EMPTY, currency: "EUR", perDay: "1.000" }, null)).toMatchObject({
      limit: null,
      errors: { perDay: expect.stringContaining("two amounts") },
    });
  });

  it("changes only the amounts that were edited, so that the others stay as somebody else may have set them", () => {
    const subject = { memberId: "m-1" };
    const known = {
      subject,
      memberName: "Bea",
      currency: "EUR",
      perOrder: 0,
      perDay: 123_456,
      perMonth: null,
    };
    const saved = (edits: object) => limitOf({ ...startOf(known), ...edits }, known).limit;
    expect(saved({})).toEqual({ subject, currency: "EUR" });
    expect(saved({ perDay: "1234.56", perMonth: "9000" })).toEqual({
      subject,
      currency: "EUR",
      perMonth: 900_000,
    });
    expect(saved({ perDay: " " })).toEqual({ subject, currency: "EUR", perDay: null });
  });

  it("offers roles and active members who place orders, and whom the limit holds for already", () => {
    const members = [
      member("Bea"),
      member("Dan", { disabledAt: "2030-01-01T00:00:00Z" }),
      member("Sue", { role: "support" }),
    ];
    expect(subjectOptions(members, ROLES, "sandbox", null).map(({ label }) => label)).toEqual([
      "Role: admin",
      "Role: buyer",
      "Bea",
    ]);
    const known = { currency: "EUR", perOrder: 1, perDay: null, perMonth: null };
    const ofSue = { ...known, subject: { memberId: "id-Sue" }, memberName: "Sue" };
    expect(subjectOptions(members, ROLES, "sandbox", ofSue).map(({ label }) => label)).toContain("Sue");
  });

  it("offers a custom role and its members if they place orders, and not in the other environment", () => {
    const members = [member("Tim", { role: TRAINEE.id })];
    const offered = (environment: "sandbox" | "production") =>
      subjectOptions(members, [TRAINEE], environment, null).map(({ label }) => label);
    expect(offered("sandbox")).toEqual(["Role: Trainee", "Tim"]);
    expect(offered("production")).toEqual([]);
  });
});
