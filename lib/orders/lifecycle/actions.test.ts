import { describe, expect, it } from "vitest";
import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import type { Role } from "#lib/contracts/team/role.ts";
import { allowedActions, conflictOfInterest } from "./actions.ts";

const actionsOf = (role: Role, state: OrderState, placedBy: string | null = "ada", byOwnToken = false) =>
  allowedActions(
    { id: "ada", role },
    { state, otherOrder: null, placedBy, byOwnToken, standsInFor: null, deciders: null },
  );

describe("the actions that an order offers to a member", () => {
  it("are those of its state, in the state's order, for who may do them all", () => {
    expect(actionsOf("admin", "needs_review")).toEqual(["check", "close"]);
    expect(actionsOf("admin", "partial")).toEqual(["check", "reorder_missing", "copy"]);
    expect(actionsOf("admin", "completed")).toEqual(["reorder_missing", "copy"]);
    expect(actionsOf("admin", "processing")).toEqual(["check"]);
  });

  it("need no more than reading for a check, and placing or closing orders for what follows from it", () => {
    expect(actionsOf("support", "needs_review")).toEqual(["check"]);
    expect(actionsOf("support", "partial")).toEqual(["check"]);
    expect(actionsOf("support", "rejected")).toEqual([]);
    expect(actionsOf("buyer", "needs_review", "bob")).toEqual(["check", "close"]);
    expect(actionsOf("buyer", "partial", "bob")).toEqual(["check", "reorder_missing", "copy"]);
    expect(actionsOf("buyer", "rejected", "bob")).toEqual(["copy"]);
  });

  it("let a buyer withdraw their own orders only, and an admin anybody's", () => {
    expect(actionsOf("buyer", "waiting")).toEqual(["withdraw"]);
    expect(actionsOf("buyer", "waiting", "bob")).toEqual([]);
    expect(actionsOf("buyer", "waiting", null)).toEqual([]);
    expect(actionsOf("admin", "waiting", "bob")).toEqual(["withdraw"]);
  });

  it("let nobody approve or decline their own order, administrators included", () => {
    expect(actionsOf("admin", "awaiting_approval")).toEqual(["withdraw"]);
    expect(actionsOf("approver", "awaiting_approval")).toEqual([]);
    expect(actionsOf("buyer", "awaiting_approval")).toEqual(["withdraw"]);
  });

  it("let nobody approve or decline the order of a service token that they created", () => {
    expect(actionsOf("admin", "awaiting_approval", "program", true)).toEqual(["withdraw"]);
    expect(actionsOf("approver", "awaiting_approval", "program", true)).toEqual([]);
  });

  it("let only approvers and administrators decide on the orders of others", () => {
    expect(actionsOf("approver", "awaiting_approval", "bob")).toEqual(["approve", "decline"]);
    expect(actionsOf("admin", "awaiting_approval", "bob")).toEqual(["approve", "decline", "withdraw"]);
    expect(actionsOf("buyer", "awaiting_approval", "bob")).toEqual([]);
    expect(actionsOf("support", "awaiting_approval", "bob")).toEqual([]);
  });
});

describe("a conflict of interest", () => {
  it("has who confirmed an order, and who created the token that placed it", () => {
    expect(conflictOfInterest("ada", { placedBy: "ada", byOwnToken: false })).toBe("own-order");
    expect(conflictOfInterest("ada", { placedBy: "program", byOwnToken: true })).toBe("own-token");
    expect(conflictOfInterest("ada", { placedBy: "bob", byOwnToken: false })).toBeNull();
    expect(conflictOfInterest("ada", { placedBy: null, byOwnToken: false })).toBeNull();
  });
});
