import { describe, expect, it } from "vitest";
import { PERMISSIONS } from "#lib/contracts/team/permission.ts";
import { ROLES } from "#lib/contracts/team/role.ts";
import { permits } from "./roles.ts";

describe("a role", () => {
  it("of an administrator allows everything", () => {
    for (const permission of PERMISSIONS) expect(permits({ role: "admin" }, permission)).toBe(true);
  });

  it("of support shows no codes, and allows no orders to be placed or ended, and no wallet", () => {
    expect(PERMISSIONS.filter((permission) => permits({ role: "support" }, permission, true))).toEqual([
      "catalog.read",
      "orders.read",
      "orders.dismiss",
      "stock.read",
      "codes.find",
      "claims.open",
    ]);
  });

  it("of an approver allows to see orders and to decide on them, and neither codes nor orders of one's own", () => {
    expect(PERMISSIONS.filter((permission) => permits({ role: "approver" }, permission, true))).toEqual([
      "catalog.read",
      "orders.read",
      "orders.approve",
      "stock.read",
      "wallet.read",
    ]);
  });

  it("of a viewer shows orders, catalog and wallet, and allows nothing else", () => {
    expect(PERMISSIONS.filter((permission) => permits({ role: "viewer" }, permission, true))).toEqual([
      "catalog.read",
      "orders.read",
      "stock.read",
      "wallet.read",
    ]);
  });

  it("made of permissions that allows to reveal codes allows to see how many there are, as before that was a permission", () => {
    expect(permits({ role: "custom", grants: ["codes.reveal"] }, "stock.read")).toBe(true);
    expect(permits({ role: "custom", grants: ["codes.find"] }, "stock.read")).toBe(false);
  });

  it("that is not known allows nothing, whatever it is called", () => {
    for (const role of ["", "owner", "constructor"]) {
      expect(PERMISSIONS.filter((permission) => permits({ role }, permission, true))).toEqual([]);
    }
  });

  it("never allows less for what the member made than for what others made", () => {
    for (const role of ROLES) {
      for (const permission of PERMISSIONS) {
        if (permits({ role }, permission)) expect(permits({ role }, permission, true)).toBe(true);
      }
    }
  });
});
