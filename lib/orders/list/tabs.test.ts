import { expect, it } from "vitest";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";
import { ORDER_TABS, statesOfTab, TAB_WORDS } from "./tabs.ts";

it("each state is in exactly one tab", () => {
  expect(ORDER_TABS.flatMap((tab) => statesOfTab(tab)).toSorted()).toEqual([...ORDER_STATES].toSorted());
});

it("a tab holds what its words say", () => {
  expect(Object.fromEntries(ORDER_TABS.map((tab) => [TAB_WORDS[tab], statesOfTab(tab).toSorted()]))).toEqual({
    "Awaiting approval": ["awaiting_approval"],
    "In progress": ["processing", "submitting", "waiting"],
    Unconfirmed: ["needs_review", "unconfirmed", "unrecognised"],
    Completed: ["completed"],
    Incomplete: ["partial", "undelivered"],
    "Not placed": ["closed", "declined", "not_placed", "rejected", "withdrawn"],
  });
});
