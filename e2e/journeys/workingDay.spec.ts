import { expect, test } from "#e2e/fixtures/test.ts";
import { askForApproval, limitPerDay } from "#e2e/support/limitedMember.ts";
import { memberPage } from "#e2e/support/memberPage.ts";
import { placeOrder, untilState } from "#e2e/support/placeOrder.ts";
import { Presses } from "#e2e/support/presses.ts";
import { addToOrder, emptyDraft, readyToPlace, referenceOf } from "#scripts/browser/orderSteps.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";
import type { Page } from "@playwright/test";

/** The jobs of a working day, with the most presses that each may take. What it took is printed. */
const MOST = {
  "order three products in two currencies by keyboard": 10,
  "import a table with two bad rows": 4,
  "approve an order with a comment": 3,
  "find whose code a customer sent": 3,
  "hand a code out, and undo it": 5,
  "take a statement to accounting": 4,
  "order again what is missing": 4,
  "export the codes of an order": 5,
  "look up twenty references": 4,
  "find an order by its purchase order": 3,
} as const;
type Job = keyof typeof MOST;

function expectFew(job: Job, presses: Presses): void {
  console.log(`presses: ${presses.count} of at most ${MOST[job]}: ${job}`);
  expect(presses.count).toBeLessThanOrEqual(MOST[job]);
}

/** The name of a product with one price in a currency. */
async function productIn(page: Page, currency: string, at = 0): Promise<string> {
  const asked = await page.request.get(
    `/api/catalog/products?currency=${currency}&denomination=fixed&take=40&sort=name`,
  );
  const { items }: { items: { name: string }[] } = await asked.json();
  // One whose name finds no other first.
  const names = items.map(({ name }) => name).filter((name, place, all) => all.indexOf(name) === place);
  return names[at] ?? "";
}

test("three products in two currencies are found and ordered by keyboard", async ({ asBuyer: page }) => {
  const names = [await productIn(page, "EUR"), await productIn(page, "EUR", 1), await productIn(page, "USD")];
  await emptyDraft(page);
  await page.goto("/", { waitUntil: "networkidle" });
  const presses = new Presses(page);
  await presses.key("c");
  const picker = page.getByRole("combobox", { name: "Add a product" });
  await picker.waitFor();
  for (const [at, name] of names.entries()) {
    await presses.type(picker, name);
    await expect(page.getByRole("option").filter({ visible: true }).first()).toBeVisible();
    await presses.key("Enter");
    await expect(page.getByRole("row", { name: /^line \d/ })).toHaveCount(at + 1);
  }
  await presses.key("Control+Enter");
  const place = await readyToPlace(page, /^Place 2 test orders ·/);
  await expect(place).toBeEnabled();
  await presses.key("Control+Enter");
  await expect(place).toBeFocused();
  await presses.key("Control+Enter");
  await expect(page.getByRole("dialog").getByRole("link", { name: "View orders" })).toBeVisible();
  expectFew("order three products in two currencies by keyboard", presses);
});

test("a table with two bad rows is imported", async ({ asBuyer: page, stack }) => {
  const id = await scenario({ url: stack.sandboxUrl, key: stack.sandboxKey }, "pins-as-strings");
  await emptyDraft(page);
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  const presses = new Presses(page);
  await presses.paste(`Product ID\tQty\n${id}\t2\n${id}\t1x\n999999999\t3\n`);
  const sheet = page.getByRole("dialog", { name: "Import lines" });
  await presses.type(sheet.getByRole("textbox", { name: "Quantity of row 3" }), "1");
  await presses.type(sheet.getByRole("textbox", { name: "Product of row 4" }), String(id));
  await presses.click(sheet.getByRole("button", { name: "Add 3 lines" }));
  await expect(page.getByRole("row", { name: /^line \d/ })).toHaveCount(3);
  expectFew("import a table with two bad rows", presses);
});

test("an order is approved with a comment", async ({ asAdmin, asApprover: page, browser, stack }) => {
  const name = `Wanda Waiting ${Date.now()}`;
  const buyer = await memberPage(browser, asAdmin, stack.url, { name, role: "buyer" });
  await limitPerDay(asAdmin, name, "1");
  await emptyDraft(buyer);
  await addToOrder(buyer, "Scenario: delivers codes as plain strings", { quantity: "3" });
  const reference = await askForApproval(buyer, "€30.00");
  await page.goto("/", { waitUntil: "networkidle" });
  const presses = new Presses(page);
  await presses.click(page.getByRole("button", { name: `Approve order ${reference}` }));
  const dialog = page.getByRole("dialog", { name: "Approve this order?" });
  await presses.type(dialog.getByLabel("Comment"), "For the weekend");
  await presses.click(dialog.getByRole("button", { name: "Approve order · €30.00" }));
  await expect(dialog).toHaveCount(0);
  expectFew("approve an order with a comment", presses);
});

test("support finds whose code a customer sent", async ({ asBuyer, asSupport: page, stack }) => {
  const reference = await placeOrder(asBuyer, stack, [["pins-as-strings", 1]]);
  await untilState(asBuyer, reference, "completed");
  const revealed = await asBuyer.request.post(`/api/orders/${reference}/codes`, {
    headers: { origin: stack.url },
    data: {},
  });
  const { items }: { items: { fields: Record<string, string> }[] } = await revealed.json();
  const [code = ""] = Object.values(items[0]?.fields ?? {});
  await page.goto("/orders", { waitUntil: "networkidle" });
  const presses = new Presses(page);
  await presses.search(code);
  await expect(page.getByRole("link", { name: reference }).first()).toBeVisible();
  expect(page.url()).not.toContain(code);
  expectFew("find whose code a customer sent", presses);
});

test("a code is handed out, and that is undone", async ({ asBuyer: page, stack }) => {
  await untilState(page, await placeOrder(page, stack, [["pins-as-strings", 1]]), "completed");
  await page.goto("/", { waitUntil: "networkidle" });
  const presses = new Presses(page);
  await presses.click(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Codes" }));
  const row = page.getByRole("row", { name: /delivers codes as plain strings/ });
  await presses.click(row.getByRole("button", { name: /^Hand out/ }));
  const dialog = page.getByRole("dialog");
  await presses.type(dialog.getByLabel("Customer reference"), `C-${Date.now()}`);
  await presses.key("Enter");
  await presses.click(dialog.getByRole("button", { name: "Undo hand-out" }));
  await expect(dialog).toContainText("Undone: nothing was handed out.");
  expectFew("hand a code out, and undo it", presses);
});

test("a statement is taken to accounting", async ({ asBuyer: page }) => {
  await page.goto("/", { waitUntil: "networkidle" });
  const presses = new Presses(page);
  await presses.search("statements");
  await page.waitForURL(/\/wallet\/statements$/);
  const download = page.waitForEvent("download");
  await presses.click(page.getByRole("button", { name: "Download CSV" }));
  await download;
  expectFew("take a statement to accounting", presses);
});

test("what is missing of an order is ordered again", async ({ asBuyer: page, stack }) => {
  const reference = await placeOrder(page, stack, [["partial", 5]]);
  await untilState(page, reference, "partial");
  await page.goto(`/orders/${reference}`, { waitUntil: "networkidle" });
  const presses = new Presses(page);
  await presses.click(page.getByRole("button", { name: /^Reorder \d+ missing/ }));
  await page.getByRole("button", { name: "Review order" }).waitFor();
  await presses.key("Control+Enter");
  const place = await readyToPlace(page);
  await expect(place).toBeEnabled();
  await presses.key("Control+Enter");
  await expect(place).toBeFocused();
  await presses.key("Control+Enter");
  expect(await referenceOf(page)).not.toBe(reference);
  expectFew("order again what is missing", presses);
});

test("the codes of an order are exported", async ({ asBuyer: page, stack }) => {
  const reference = await placeOrder(page, stack, [["pins-as-strings", 2]]);
  await untilState(page, reference, "completed");
  await page.goto("/", { waitUntil: "networkidle" });
  const presses = new Presses(page);
  await presses.search(reference);
  await presses.click(page.getByRole("button", { name: "Export…" }));
  const download = page.waitForEvent("download");
  await presses.click(page.getByRole("dialog").getByRole("button", { name: "Export codes" }));
  await download;
  expectFew("export the codes of an order", presses);
});

test("twenty references are looked up", async ({ asSupport: page }) => {
  const references = Array.from({ length: 20 }, () => crypto.randomUUID());
  await page.goto("/orders", { waitUntil: "networkidle" });
  const presses = new Presses(page);
  await presses.key("g", "l");
  await page.waitForURL(/\/lookup$/);
  await presses.type(page.getByRole("textbox", { name: /references/i }), references.join("\n"));
  await presses.click(page.getByRole("button", { name: /^Look up/ }));
  await expect(page.getByRole("row").filter({ hasText: references[19] ?? "" })).toBeVisible();
  expectFew("look up twenty references", presses);
});

test("an order is found by its purchase order", async ({ asBuyer: page, stack }) => {
  const purchaseOrder = `PO-${Date.now()}`;
  const reference = await placeOrder(page, stack, [["pins-as-strings", 1]], { purchaseOrder });
  await page.goto("/catalog", { waitUntil: "networkidle" });
  const presses = new Presses(page);
  await presses.search(purchaseOrder);
  await page.waitForURL(new RegExp(`/orders/${reference}`));
  expectFew("find an order by its purchase order", presses);
});
