import { expect, it } from "vitest";
import { draftTitle, isFilledByCatalog } from "./draftNames.ts";

it("a draft is called by its name, else by the order it came from, else as what it becomes", () => {
  expect(draftTitle({ name: "Christmas", origin: "PO-1" })).toBe("Christmas");
  expect(draftTitle({ name: null, origin: "PO-1" })).toBe("From PO-1");
  expect(draftTitle({ name: null, origin: null })).toBe("New order");
});

it("the catalog adds to the one draft of a member that has no name, came from no order and is not shared", () => {
  const main = { name: null, origin: null, ownedBy: null };
  expect(isFilledByCatalog(main)).toBe(true);
  for (const other of [{ name: "Christmas" }, { name: "" }, { origin: "PO-1" }, { ownedBy: "Ada" }]) {
    expect(isFilledByCatalog({ ...main, ...other })).toBe(false);
  }
});
