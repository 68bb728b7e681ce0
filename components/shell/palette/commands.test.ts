import { describe, expect, it } from "vitest";
import type { MemberView } from "#lib/contracts/team/member.ts";
import type { OrderSummary } from "#lib/contracts/orders/order.ts";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import { paletteActions, type ActionsOf } from "./actions.ts";
import { commandGroups, type Findable } from "./commands.ts";
import { palettePages } from "./palettePages.ts";
import type { NavItem } from "#components/shell/navigation/navigation.ts";

const NAVIGATION: NavItem[] = [
  { id: "overview", href: "/", label: "Overview" },
  { id: "orders", href: "/orders", label: "Orders" },
  { id: "team", href: "/team", label: "Team" },
];
const PAGES = palettePages(NAVIGATION, () => true);
const PRODUCT = product(12, { name: "Orbit Card & Co" });
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
  automation: null,
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
const ACTIONS: ActionsOf = {
  environment: "sandbox",
  environments: ["sandbox", "production"],
  viewer: { role: "admin" },
  passwords: true,
};
const FOUND: Findable = {
  pages: PAGES,
  actions: paletteActions(ACTIONS),
  drafts: [],
  orders: [ORDER],
  products: [PRODUCT],
  members: [MEMBER],
  customers: [],
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
    expect(hrefs(" ")).toEqual(["/", "/orders", "/team"]);
  });

  it("a pasted reference is looked up by Enter alone, trimmed, and is no address: it may be a code", () => {
    for (const [text, reference] of [
      [" PO-2026/17\n", "PO-2026/17"],
      ["4711", "4711"],
    ] as const) {
      const [first] = commands(text, { orders: [] });
      expect(first).toMatchObject({ kind: "reference", reference, detail: "Find order" });
      expect(first).not.toHaveProperty("href");
    }
  });

  it("what is known at once comes first, then orders, products and members, and a word as a reference last", () => {
    expect(labels("orde")).toEqual([
      "Go to",
      "Actions",
      "Related pages",
      "Orders",
      "Products",
      "Members",
      "By reference",
    ]);
    expect(hrefs("orbit")).toEqual([
      "/orders/CD-ORBIT-7",
      "/catalog?q=Orbit+Card+%26+Co&product=12",
      `/team#member-${MEMBER.id}`,
    ]);
    expect(commands("orbit").at(-1)).toMatchObject({ kind: "reference", reference: "orbit" });
  });

  it("a purchase order that orders have is no reference: the orders come first, and Enter opens the best of them", () => {
    expect(labels("PO-2026-7777")).toEqual(["Orders", "Products", "Members", "By reference"]);
    expect(commands("PO-2026-7777")[0]).toMatchObject({ kind: "order", href: "/orders/CD-ORBIT-7" });
    expect(commands("CD-ORBIT-7")[0]).toMatchObject({ kind: "reference" });
  });

  it("a customer who was typed as a whole comes first, and is in no address", () => {
    const customers = [{ reference: "C-4711", codes: 2 }];
    const [first] = commands("c-4711", { orders: [], customers });
    expect(first).toMatchObject({ kind: "customer", reference: "C-4711", detail: "2 codes handed out" });
    expect(first).not.toHaveProperty("href");
    expect(labels("", { customers })).toEqual(["Go to", "Actions"]);
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

  it("pages that the navigation does not show are found by their names, and by what people call them", () => {
    const pagesOf = (text: string, pages = PAGES) =>
      hrefs(text, { pages, actions: [], orders: [], products: [], members: [] });
    for (const [text, href] of [
      ["statement", "/wallet/statements"],
      ["template", "/orders/templates"],
      ["notices", "/notices"],
      ["password", "/settings"],
      ["webhook", "/settings?tab=webhooks"],
      ["session", "/settings?tab=sessions"],
      ["security", "/settings?tab=security"],
      ["request log", "/settings?tab=requests"],
      ["access tok", "/settings?tab=tokens"],
      ["roles", "/settings?tab=roles"],
      ["invite member", "/team"],
    ] as const)
      expect([text, pagesOf(text)[0]]).toEqual([text, href]);
    const newOrder: NavItem = { id: "new-order", href: "/orders/new", label: "New order" };
    expect(
      pagesOf(
        "import",
        palettePages([newOrder], () => true),
      ),
    ).toEqual(["/orders/new"]);
  });

  it("an action comes before the pages that are about it: Enter alone does what was typed", () => {
    for (const [text, label] of [
      ["sign out", "Sign out"],
      ["shortcuts", "Show keyboard shortcuts"],
    ] as const)
      expect(commands(text, { orders: [], products: [], members: [] })[0]).toMatchObject({ label });
  });

  it("pages are offered only to who may see them", () => {
    const pages = palettePages(NAVIGATION, () => false);
    expect(pages.further.map(({ href }) => href)).toEqual([
      "/notices",
      "/settings",
      "/settings?tab=sessions",
      "/settings?tab=notices",
      "/settings?tab=tokens",
      "/settings?tab=roles",
    ]);
  });

  it("a draft is found by its name", () => {
    const id = "00000000-0000-4000-8000-000000000002";
    const draft = { id, name: "Winter campaign", origin: null, shared: true, ownedBy: "Ben", lineCount: 4 };
    const [group] = commandGroups("wint", {
      ...FOUND,
      orders: [],
      products: [],
      members: [],
      drafts: [draft],
    });
    expect(group).toMatchObject({
      label: "Drafts",
      commands: [
        { label: "Winter campaign", detail: "Draft of Ben · 4 lines", href: `/orders/new?draft=${id}` },
      ],
    });
  });

  it("every command has an id of its own", () => {
    const ids = commands("or").map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("a page and the settings of its kind have different names, and the page comes first", () => {
    const navigation: NavItem[] = [{ id: "codes", href: "/codes", label: "Codes" }];
    const pages = palettePages(navigation, () => true);
    const names = [...pages.main, ...pages.further].map(({ label }) => label);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
    const found = (text: string) =>
      commands(text, { pages, actions: [], orders: [], products: [], members: [] }).map(({ label }) => label);
    expect(found("notices").slice(0, 2)).toEqual(["Notices", "Notice settings"]);
    expect(found("codes").slice(0, 2)).toEqual(["Codes", "Rules for codes"]);
  });

  it("a product's name cannot break out of the address", () => {
    const [address = ""] = hrefs("orbit", { orders: [], members: [] });
    expect(new URL(address, "http://desk").searchParams.get("q")).toBe("Orbit Card & Co");
  });
});

describe("the actions of the palette", () => {
  const names = (given: Partial<ActionsOf>, does: string) =>
    paletteActions({ ...ACTIONS, ...given })
      .filter(({ action }) => action.does === does)
      .map(({ label }) => label);

  it("switch only to another environment that there is", () => {
    expect(names({ environments: ["sandbox"] }, "switch")).toEqual([]);
    expect(names({ environment: "production" }, "switch")).toEqual(["Switch to sandbox"]);
  });

  it("are only those that the member may do", () => {
    expect(names({ viewer: { role: "buyer" } }, "invite")).toEqual([]);
    expect(names({}, "invite")).toEqual(["Invite member"]);
    expect(names({ passwords: false }, "invite")).toEqual(["Add member"]);
    expect(names({ viewer: { role: "none", grants: [] } }, "export-orders")).toEqual([]);
  });

  it("are what Enter does after the word for it", () => {
    for (const [text, label] of [
      ["export", "Export orders: CSV for spreadsheets"],
      ["export excel", "Export orders: Excel (XLSX)"],
      ["invite", "Invite member"],
      ["switch to production", "Switch to production"],
    ] as const)
      expect([text, commands(text, { orders: [], products: [], members: [] })[0]?.label]).toEqual([
        text,
        label,
      ]);
  });
});
