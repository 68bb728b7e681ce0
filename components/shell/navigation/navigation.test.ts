import { describe, expect, test } from "vitest";
import { currentItem, sectionOf, type NavItem } from "./navigation.ts";
import { readReference } from "#components/shell/palette/readReference.ts";

const ITEMS: NavItem[] = [
  { id: "overview", href: "/", label: "Overview" },
  { id: "new-order", href: "/orders/new", label: "New order" },
  { id: "orders", href: "/orders", label: "Orders" },
];

test.each([
  ["/", "overview"],
  ["/orders", "orders"],
  ["/orders/PO-7", "orders"],
  ["/orders/new", "new-order"],
  ["/orders/newer", "orders"],
  ["/ordersx", null],
])("on %s the navigation marks %s", (pathname, id) => {
  expect(currentItem(ITEMS, pathname)).toBe(id);
});

test.each([
  ["/", "/"],
  ["/catalog", "/catalog"],
  ["/orders/PO-7", "/orders"],
  ["/orders/new", "/orders/new"],
])("switching the environment on %s lands on %s, never on an order of the other one", (from, to) => {
  expect(sectionOf(from)).toBe(to);
});

describe("a pasted reference", () => {
  test.each([
    ["  PO-2026/17 \n", "PO-2026/17"],
    ["\u200bcd_8F3K\u00a0", "cd_8F3K"],
    ['"PO-17"', "PO-17"],
    ["‘PO-17’,", "PO-17"],
    ["PO 17", "PO 17"],
    ["#4711", "#4711"],
  ])("%j is looked up as %j", (pasted, reference) => {
    expect(readReference(pasted)).toBe(reference);
  });
  test("is none when nothing is left", () => {
    expect(readReference(' "" ')).toBeNull();
    expect(readReference("")).toBeNull();
  });
});
