import { describe, expect, it } from "vitest";
import { currentItem, sectionOf, type NavItem } from "./navigation.ts";

const ITEMS: NavItem[] = [
  { id: "overview", href: "/", label: "Overview" },
  { id: "new-order", href: "/orders/new", label: "New order" },
  { id: "orders", href: "/orders", label: "Orders" },
];

describe("the navigation", () => {
  it.each([
    ["/", "overview"],
    ["/orders", "orders"],
    ["/orders/PO-7", "orders"],
    ["/orders/new", "new-order"],
    ["/orders/newer", "orders"],
    ["/orders/templates", "new-order"],
    ["/schedules", "orders"],
    ["/ordersx", null],
  ])("shows on %s that the current page is %s", (pathname, id) => {
    expect(currentItem(ITEMS, pathname)).toBe(id);
  });

  it.each([
    ["/", "/"],
    ["/catalog", "/catalog"],
    ["/orders/PO-7", "/orders"],
    ["/orders/new", "/orders/new"],
    ["/orders/templates", "/orders/templates"],
  ])(
    "leads from %s to %s when the environment is switched, never to an order of the other one",
    (from, to) => {
      expect(sectionOf(from)).toBe(to);
    },
  );
});
