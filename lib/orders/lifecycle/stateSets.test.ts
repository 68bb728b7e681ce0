import { expect, it } from "vitest";
import { ACCEPTED, NOTHING_BOUGHT, WITH_CODES } from "./stateSets.ts";

it("money is spent in every state in which the service has the order, and in no other", () => {
  expect(ACCEPTED.toSorted()).toEqual(["completed", "partial", "processing", "undelivered", "unrecognised"]);
});

it("an order whose outcome a person has closed may have been bought; a declined, rejected, unplaced or withdrawn one was not", () => {
  expect(NOTHING_BOUGHT.toSorted()).toEqual(["declined", "not_placed", "rejected", "withdrawn"]);
});

it("codes exist in completed and in partial orders", () => {
  expect(WITH_CODES.toSorted()).toEqual(["completed", "partial"]);
});
