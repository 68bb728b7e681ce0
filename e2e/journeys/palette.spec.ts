import type { Page } from "@playwright/test";
import { z } from "zod";
import { newUuid } from "#lib/orders/references/newUuid.ts";
import { signInAs } from "#scripts/browser/session.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { holdRequests } from "#e2e/support/holdRequests.ts";
import { placeOrder } from "#e2e/support/placeOrder.ts";
import { WITH_MOTION } from "#e2e/support/withMotion.ts";

test.use(WITH_MOTION);

async function openPalette(page: Page) {
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Search or jump to" });
  await expect(dialog.getByRole("combobox")).toBeFocused();
  return dialog;
}

const SCRIPT = /\/_next\/static\/chunks\/.*\.js/;

/** Presses Ctrl-K in the catalog's search field. The palette's script does not come before `wake`. */
async function askForPalette(page: Page) {
  await page.goto("/catalog", { waitUntil: "networkidle" });
  const field = page.getByRole("searchbox", { name: "Search the catalog" });
  await field.focus();
  const wake = await holdRequests(page, SCRIPT);
  await page.keyboard.press("Control+k");
  return { field, wake };
}

test("a purchase order opens its order at Enter, in the field of the header or after Ctrl-K", async ({
  asBuyer: page,
  stack,
}) => {
  const purchaseOrder = `PO-${newUuid().slice(0, 8)}`;
  const first = await placeOrder(page, stack, [["slow", 44]], { purchaseOrder });
  await page.goto("/wallet", { waitUntil: "networkidle" });
  await page.getByRole("searchbox", { name: "Search or jump to" }).click();
  await page.keyboard.type(purchaseOrder);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/orders/${first}`);
  await placeOrder(page, stack, [["slow", 45]], { purchaseOrder });

  await page.goto("/wallet", { waitUntil: "networkidle" });
  const palette = await openPalette(page);
  await palette.getByRole("combobox").fill(purchaseOrder);
  await expect(palette.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await expect(palette.getByRole("group", { name: "Orders" }).getByRole("option")).toHaveCount(2);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/orders\/[^?]+$/);
});

test("what is typed into the field of the header is in the palette, and the field is empty again", async ({
  asBuyer: page,
}) => {
  await page.goto("/wallet", { waitUntil: "networkidle" });
  const field = page.getByRole("searchbox", { name: "Search or jump to" });
  await field.focus();
  await page.keyboard.type("stat");
  const palette = page.getByRole("dialog", { name: "Search or jump to" });
  await expect(palette.getByRole("combobox")).toHaveValue("stat");
  await page.keyboard.type("ements");
  await expect(palette.getByRole("option", { name: /^Statements/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();
});

test("orders are exported and members invited from the palette, wherever one is", async ({
  asAdmin: page,
}) => {
  await page.goto("/wallet", { waitUntil: "networkidle" });
  await openPalette(page);
  await page.keyboard.type("export excel");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/orders$/);
  await expect(page.getByRole("dialog", { name: /Export/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await openPalette(page);
  await page.keyboard.type("invite");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/team$/);
  await expect(page.getByRole("dialog", { name: "Invite" }).getByLabel("E-mail")).toBeFocused();
});

test("an order, a product and a page are found by keyboard alone", async ({ asBuyer: page, stack }) => {
  const reference = `PALETTE-${newUuid().slice(0, 8).toUpperCase()}`;
  await placeOrder(page, stack, [["pins-as-strings", 2]], { externalOrderCode: reference });
  await page.goto("/", { waitUntil: "networkidle" });
  // A part of the reference: the order is searched for, and not only opened by its whole reference.
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  const dialog = await openPalette(page);
  await page.keyboard.type(reference.slice(0, -2));
  const orders = dialog.getByRole("group", { name: "Orders" });
  await expect(orders.getByRole("option", { name: new RegExp(reference) })).toBeVisible();
  // The typed text may be a code, so it appears in no address, which logs of proxies would record.
  expect(addresses.filter((url) => url.includes(reference.slice(0, -2)))).toEqual([]);
  expect(await accessibilityProblems(page)).toEqual([]);
  // Before the text as a reference, so that Enter alone opens it.
  await expect(orders.getByRole("option", { name: new RegExp(reference) })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/orders/${reference}$`));
  await expect(page.getByRole("heading", { level: 1, name: new RegExp(reference) })).toBeVisible();

  await openPalette(page);
  await page.keyboard.type("takes five minutes");
  const product = page.getByRole("group", { name: "Products" }).getByRole("option").first();
  await expect(product).toContainText("Scenario: takes five minutes");
  // Orders of this product that other journeys place come before it.
  await expect(async () => {
    if ((await product.getAttribute("aria-selected")) !== "true") await page.keyboard.press("ArrowDown");
    expect(await product.getAttribute("aria-selected")).toBe("true");
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toContainText("Scenario: takes five minutes");
  await page.keyboard.press("Escape");

  await openPalette(page);
  await page.keyboard.type("walle");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/wallet$/);
});

test("what is typed while the palette is still loading is searched for, and presses nothing on the page", async ({
  asBuyer: page,
}) => {
  const { wake } = await askForPalette(page);
  await page.keyboard.type("ordy");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  wake();
  const dialog = page.getByRole("dialog", { name: "Search or jump to" });
  await expect(dialog.getByRole("combobox")).toHaveValue("ord");
  await page.keyboard.type("ers");
  await expect(dialog.getByRole("combobox")).toHaveValue("orders");
  await expect(dialog.getByRole("option", { name: /^Orders/ }).first()).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/orders$/);
});

test("a palette that is given up while it is loading stays closed, and the keys go to the page again", async ({
  asBuyer: page,
}) => {
  const { field, wake } = await askForPalette(page);
  const loaded = page.waitForResponse(SCRIPT);
  await page.keyboard.type("x");
  await page.keyboard.press("Escape");
  await page.keyboard.type("gift");
  await expect(field).toHaveValue("gift");
  wake();
  await loaded;
  const dialog = page.getByRole("dialog", { name: "Search or jump to" });
  await expect(dialog).toBeHidden();
  await page.keyboard.press("Control+k");
  await expect(dialog.getByRole("combobox")).toHaveValue("");
});

test("Esc in the palette leads back to the field that it was opened from, and to the caret in it", async ({
  asBuyer: page,
}) => {
  await page.goto("/catalog", { waitUntil: "networkidle" });
  const field = page.getByRole("searchbox", { name: "Search the catalog" });
  await field.fill("gft");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await openPalette(page);
  await page.keyboard.type("x");
  await page.keyboard.press("Escape");
  await page.keyboard.type("i");
  await expect(field).toHaveValue("gift");
});

test("while somebody types, each group has one request in flight, and the last text is the one answered", async ({
  asAdmin: page,
}) => {
  await page.goto("/", { waitUntil: "networkidle" });
  const dialog = await openPalette(page);
  const inFlight = new Map<string, number>();
  const most = new Map<string, number>();
  const groupOf = (url: string) => /\/api\/(orders\/suggestions|catalog\/suggestions|team)$/.exec(url)?.[1];
  const count = (url: string, step: 1 | -1) => {
    const group = groupOf(url);
    if (group === undefined) return;
    inFlight.set(group, (inFlight.get(group) ?? 0) + step);
    most.set(group, Math.max(most.get(group) ?? 0, inFlight.get(group) ?? 0));
  };
  page.on("request", (request) => count(request.url(), 1));
  page.on("requestfinished", (request) => count(request.url(), -1));
  page.on("requestfailed", (request) => count(request.url(), -1));
  await page.keyboard.type("scenario: takes five minutes");
  const products = dialog.getByRole("group", { name: "Products" });
  await expect(products.getByRole("option").first()).toContainText("takes five minutes");
  await expect(dialog.getByRole("status")).toBeEmpty();
  expect([...most.keys()].toSorted()).toEqual(["catalog/suggestions", "orders/suggestions", "team"]);
  expect([...most.values()]).toEqual([1, 1, 1]);
});

test("Enter that comes before the results of what was typed opens the first of them", async ({
  asBuyer: page,
}) => {
  await page.goto("/", { waitUntil: "networkidle" });
  const dialog = await openPalette(page);
  await page.keyboard.type("scenario: takes");
  const option = dialog.getByRole("group", { name: "Products" }).getByRole("option").first();
  await expect(option).toContainText("takes");
  const answer = await holdRequests(page, /\/api\/catalog\/suggestions/);
  await page.keyboard.type(" five");
  await page.keyboard.press("Enter");
  answer();
  await expect(dialog).toBeHidden();
  // Of a product, or of its order if another journey has placed one.
  await expect(page).toHaveURL(/\/(?:catalog\?|orders\/)/);
});

test("members are found only by members who manage them", async ({ asAdmin, asSupport, stack }) => {
  const email = stack.members.find(({ role }) => role === "buyer")?.email ?? "";
  await asAdmin.goto("/", { waitUntil: "networkidle" });
  const dialog = await openPalette(asAdmin);
  await asAdmin.keyboard.type(email);
  await expect(dialog.getByRole("group", { name: "Members" }).getByRole("option")).toContainText(email);
  const asked: string[] = [];
  asSupport.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await asSupport.goto("/", { waitUntil: "networkidle" });
  const ofSupport = await openPalette(asSupport);
  await asSupport.keyboard.type(email);
  await expect(ofSupport.getByRole("status")).toBeEmpty();
  await expect(ofSupport.getByRole("group", { name: "Members" })).toHaveCount(0);
  expect(asked).not.toContain("/api/team");
});

test("pages that are only reached from others, and drafts, are found by members who may see them", async ({
  asAdmin,
  asBuyer,
  stack,
}) => {
  await asAdmin.goto("/", { waitUntil: "networkidle" });
  await openPalette(asAdmin);
  await asAdmin.keyboard.type("webhook");
  await asAdmin.keyboard.press("Enter");
  await expect(asAdmin).toHaveURL(/\/settings\?tab=webhooks$/);

  const name = `Palette ${newUuid().slice(0, 8)}`;
  const made = await asBuyer.request.post("/api/orders/drafts", {
    headers: { origin: stack.url },
    data: { name, lines: [] },
  });
  const { id } = z.object({ id: z.uuid() }).parse(await made.json());
  await asBuyer.goto("/", { waitUntil: "networkidle" });
  const dialog = await openPalette(asBuyer);
  await asBuyer.keyboard.type("webhook");
  await expect(dialog.getByRole("status")).toBeEmpty();
  await expect(dialog.getByRole("group", { name: "Go to" })).toHaveCount(0);
  await dialog.getByRole("combobox").fill(name);
  await expect(dialog.getByRole("group", { name: "Drafts" }).getByRole("option")).toContainText(name);
  await asBuyer.keyboard.press("Enter");
  await expect(asBuyer).toHaveURL(new RegExp(`/orders/new\\?draft=${id}$`));
});

test("the theme is changed and one signs out without a mouse", async ({ browser, stack }) => {
  const context = await browser.newContext({
    baseURL: stack.url,
    storageState: await signInAs(stack, "support"),
  });
  const page = await context.newPage();
  await page.goto("/", { waitUntil: "networkidle" });
  await openPalette(page);
  await page.keyboard.type("dark theme");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload({ waitUntil: "networkidle" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await openPalette(page);
  await page.keyboard.type("sign out");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.goto("/orders");
  await expect(page).toHaveURL(/\/sign-in/);
});
