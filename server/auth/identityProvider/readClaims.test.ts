import { describe, expect, it } from "vitest";
import { mayJoin } from "./addMemberOfIdentity.ts";
import { readClaims, roleOfClaims, tellsOfGroups } from "./readClaims.ts";

const mapping = [
  { group: "admins", role: "admin" as const },
  { group: "sales", role: "buyer" as const },
];

describe("the role of claims", () => {
  it("is that of the first pair of the mapping whose group is among them, by its exact name", () => {
    const of = (groups: unknown) => roleOfClaims({ groups }, { claim: ["groups"], mapping });
    expect(of(["sales", "admins"])).toBe("admin");
    expect([of(["sales"]), of("sales"), of("Sales"), of(["sale"]), of([{ name: "sales" }])]).toEqual([
      "buyer",
      "buyer",
      null,
      null,
      null,
    ]);
    expect([of(undefined), of(null), of({ sales: true }), of(7)]).toEqual([null, null, null, null]);
  });

  it("is none, and not known, where the provider tells of no groups, as it does for a person in very many", () => {
    const tells = (claims: object) => tellsOfGroups(claims, { claim: ["groups"], mapping });
    const elsewhere = {
      _claim_names: { groups: "src1" },
      _claim_sources: { src1: { endpoint: "https://x" } },
    };
    expect([tells({}), tells(elsewhere), tells({ groups: null }), tells({ groups: { a: 1 } })]).toEqual(
      Array.from({ length: 4 }, () => false),
    );
    expect([tells({ groups: [] }), tells({ groups: ["sales"] }), tells({ groups: "sales" })]).toEqual(
      Array.from({ length: 3 }, () => true),
    );
  });

  it("is found wherever the claim is, and never on the prototype", () => {
    const claims = { realm_access: { roles: ["sales"] }, "https://desk.example/roles": ["admins"] };
    expect(roleOfClaims(claims, { claim: ["realm_access", "roles"], mapping })).toBe("buyer");
    expect(roleOfClaims(claims, { claim: ["https://desk.example/roles"], mapping })).toBe("admin");
    expect(
      roleOfClaims({}, { claim: ["constructor", "name"], mapping: [{ group: "Object", role: "admin" }] }),
    ).toBe(null);
  });
});

describe("claims", () => {
  it("name nobody without a subject, and no address that is not verified", () => {
    expect([readClaims({}), readClaims({ sub: "" }), readClaims({ sub: 1 }), readClaims(null)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    const email = "a@partner.example";
    expect(readClaims({ sub: "1", email })?.email).toBe(null);
    expect(readClaims({ sub: "1", email, email_verified: "true" })?.email).toBe(null);
    expect(readClaims({ sub: "1", email: "A@Partner.Example", email_verified: true })?.email).toBe(email);
  });

  it.each([
    "\u212Aim@bank.example",
    "kim@ban\u212A.example",
    "kim\u00a0@bank.example",
    "kim@bank.example\n.evil.example",
  ])("do not turn another address into a member's own: %j", (email) => {
    expect(readClaims({ sub: "1", email, email_verified: true })?.email).toBe(null);
  });
});

describe("joining by a domain", () => {
  it("takes exactly the domain after the last @", () => {
    const may = (email: string) => mayJoin(email, { domains: ["partner.example"], role: "support" });
    expect(may("a@partner.example")).toBe(true);
    expect([
      may("a@sub.partner.example"),
      may("a@notpartner.example"),
      may("a@partner.example@x.example"),
    ]).toEqual([false, false, false]);
    expect(mayJoin("a@partner.example", null)).toBe(false);
  });
});
