import { describe, expect, it } from "vitest";
import type { Product } from "#lib/contracts/product.ts";
import { commandsFor } from "./commands.ts";
import type { NavItem } from "#components/shell/navigation/navigation.ts";

const PAGES: NavItem[] = [
  { id: "overview", href: "/", label: "Overview" },
  { id: "orders", href: "/orders", label: "Orders" },
];
const PRODUCT: Product = {
  id: 12,
  name: "Orbit Card & Co",
  currencyCode: "EUR",
  countryCode: "DE",
  denominationType: null,
  denomination: "fixed",
  price: 1000,
  denominationMinValue: null,
  denominationMaxValue: null,
  denominationStep: null,
  denominationDefaultValue: null,
  languages: [],
  brands: [],
  categories: [],
  tags: [],
};
const kinds = (text: string) => commandsFor(text, PAGES, [PRODUCT]).map((command) => command.kind);

describe("the commands of the palette", () => {
  it("with nothing typed, every page is offered and nothing else", () => {
    expect(commandsFor("  ", PAGES, []).map((command) => command.href)).toEqual(["/", "/orders"]);
  });

  it("a pasted reference leads to its order by Enter alone, trimmed and as one path segment", () => {
    const [first] = commandsFor(" PO-2026/17\n", PAGES, [PRODUCT]);
    expect(first?.href).toBe("/orders/PO-2026%2F17");
    expect(commandsFor("4711", PAGES, [])[0]?.href).toBe("/orders/4711");
  });

  it("words lead to pages and products first, and to an order last", () => {
    expect(kinds("or")).toEqual(["page", "product", "order"]);
    expect(kinds("orbit")).toEqual(["product", "order"]);
  });

  it("a product's name cannot break out of the address", () => {
    const product = commandsFor("orbit", PAGES, [PRODUCT]).find((command) => command.kind === "product");
    expect(new URL(product?.href ?? "", "http://desk").searchParams.get("q")).toBe("Orbit Card & Co");
  });
});
