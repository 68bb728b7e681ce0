import { expect, it } from "vitest";
import { draftTitle } from "./draftNames.ts";

it("a draft is called by its name, else by the order it came from, else as what it becomes", () => {
  expect(draftTitle({ name: "Christmas", origin: "PO-1" })).toBe("Christmas");
  expect(draftTitle({ name: null, origin: "PO-1" })).toBe("From PO-1");
  expect(draftTitle({ name: null, origin: null })).toBe("New order");
});
