import { describe, expect, it } from "vitest";
import type { MemberView } from "#lib/contracts/member.ts";
import type { OrderSummary } from "#lib/contracts/order.ts";
import type { Product } from "#lib/contracts/product.ts";
import { paletteActions } from "./actions.ts";
import { commandGroups, type Findable } from "./commands.ts";
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
const ORDER: OrderSummary = {
  externalOrderCode: "CD-ORBIT-7",
  orderId: "5000001",
  state: "partial",
  statusName: null,
  environment: "sandbox",
  origin: "placed",
  currency: "EUR",
  price: 4_000,
  quantity: 4,
  lineCount: 1,
  productCount: 1,
  firstProductName: "Orbit Card & Co",
  delivered: 3,
  ordered: 4,
  placedBy: "Bea",
  purchaseOrder: null,
  tags: [],
  createdAt: "2026-11-21T12:00:00.000Z",
  estimatedReadyAt: null,
};
const MEMBER: MemberView = {
  id: "00000000-0000-4000-8000-000000000001",
  email: "ada@partner.example",
  name: "Ada",
  role: "admin",
  roleName: "Administrator",
  disabledAt: null,
  createdAt: "2026-11-21T12:00:00.000Z",
  lastSeenAt: null,
  factors: { totp: false, passkeys: 0 },
};
const FOUND: Findable = {
  pages: PAGES,
  actions: paletteActions("sandbox", ["sandbox", "production"]),
  orders: [ORDER],
  products: [PRODUCT],
  members: [MEMBER],
};
const labels = (text: string, found: Partial<Findable> = {}) =>
  commandGroups(text, { ...FOUND, ...found }).map(({ label }) => label);
const commands = (text: string, found: Partial<Findable> = {}) =>
  commandGroups(text, { ...FOUND, ...found }).flatMap((group) => group.commands);
const hrefs = (...given: Parameters<typeof commands>) =>
  commands(...given).flatMap((command) => ("href" in command ? command.href : []));

describe("the commands of the palette", () => {
  it("with nothing typed, every page and every action is offered and nothing that was found before", () => {
    expect(labels("  ")).toEqual(["Go to", "Actions"]);
    expect(hrefs(" ")).toEqual(["/", "/orders"]);
  });

  it("a pasted reference is looked up by Enter alone, trimmed, and is no address: it may be a code", () => {
    for (const [text, reference] of [
      [" PO-2026/17\n", "PO-2026/17"],
      ["4711", "4711"],
    ] as const) {
      const [first] = commands(text);
      expect(first).toMatchObject({ kind: "reference", reference, detail: "Find order" });
      expect(first).not.toHaveProperty("href");
    }
  });

  it("what is known at once comes first, then orders, products and members, and a word as a reference last", () => {
    expect(labels("or")).toEqual(["Go to", "Orders", "Products", "Members", "By reference"]);
    expect(hrefs("orbit")).toEqual([
      "/orders/CD-ORBIT-7",
      "/catalog?q=Orbit+Card+%26+Co&product=12",
      `/team#member-${MEMBER.id}`,
    ]);
    expect(commands("orbit").at(-1)).toMatchObject({ kind: "reference", reference: "orbit" });
  });

  it("an order that was typed as a whole is offered once", () => {
    const [only, ...others] = commands("CD-ORBIT-7", { products: [], members: [] });
    expect(only).toMatchObject({ kind: "reference", reference: "CD-ORBIT-7" });
    expect(others).toEqual([]);
  });

  it("an action is found by its own words and by those that people say instead", () => {
    const found = (text: string) =>
      commandGroups(text, { ...FOUND, orders: [], products: [], members: [] })
        .filter(({ label }) => label === "Actions")
        .flatMap((group) => group.commands.map(({ label }) => label));
    expect(found("dark mode")).toEqual(["Use the dark theme"]);
    expect(found("log out")).toEqual(["Sign out"]);
    expect(found("switch")).toEqual(["Switch to production"]);
    expect(found("nonsense")).toEqual([]);
  });

  it("every command has a name of its own", () => {
    const ids = commands("or").map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("a product's name cannot break out of the address", () => {
    const [address = ""] = hrefs("orbit", { orders: [], members: [] });
    expect(new URL(address, "http://desk").searchParams.get("q")).toBe("Orbit Card & Co");
  });
});

describe("the actions of the palette", () => {
  it("switch only to another environment that there is", () => {
    const switches = (...given: Parameters<typeof paletteActions>) =>
      paletteActions(...given).filter(({ action }) => action.does === "switch");
    expect(switches("sandbox", ["sandbox"])).toEqual([]);
    expect(switches("production", ["sandbox", "production"]).map(({ label }) => label)).toEqual([
      "Switch to sandbox",
    ]);
  });
});
