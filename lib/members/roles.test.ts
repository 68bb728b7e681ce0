import { describe, expect, it } from "vitest";
import { ROLES } from "#lib/contracts/role.ts";
import { PERMISSIONS, permits } from "./roles.ts";

describe("a role", () => {
  it("of an administrator allows everything", () => {
    for (const permission of PERMISSIONS) expect(permits("admin", permission)).toBe(true);
  });

  it("of support shows no codes, and allows no orders to be placed or ended, and no wallet", () => {
    expect(PERMISSIONS.filter((permission) => permits("support", permission, true))).toEqual([
      "catalog.read",
      "orders.read",
      "orders.dismiss",
      "codes.find",
    ]);
  });

  it("of an approver allows to see orders and to decide on them, and neither codes nor orders of one's own", () => {
    expect(PERMISSIONS.filter((permission) => permits("approver", permission, true))).toEqual([
      "catalog.read",
      "orders.read",
      "orders.approve",
      "wallet.read",
    ]);
  });

  it("never allows less for what the member made than for what others made", () => {
    for (const role of ROLES) {
      for (const permission of PERMISSIONS) {
        if (permits(role, permission)) expect(permits(role, permission, true)).toBe(true);
      }
    }
  });
});
