import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/fixtures/test.ts";
import { linkedRows } from "#e2e/support/linkedRows.ts";
import { placeOrder } from "#e2e/support/placeOrder.ts";
import type { TestStack } from "#scripts/testStack/startTestStack.ts";

test("orders are found, filtered by days, kept as a view, tagged and taken along; new ones appear by themselves", async ({
  asBuyer: page,
  stack,
}) => {
  const word = `word${randomUUID().slice(0, 8)}`;
  let placed = 0;
  // Different quantities, because identical orders would be asked about.
  const place = () => placeOrder(page, stack, [["slow", (placed += 1)]], { note: word });
  const [first, second, third] = [await place(), await place(), await place()];

  await page.goto("/orders", { waitUntil: "networkidle" });
  await page.getByRole("searchbox", { name: "Search orders" }).fill(`five minutes ${word}`);
  await expect(page).toHaveURL(new RegExp(`q=five\\+minutes\\+${word}$`));
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole("button", { name: /^All 3$/ })).toBeVisible();
  await stayUnderTheHead(page);
  await page.getByRole("button", { name: /^Completed 0$/ }).click();
  await expect(page.getByText("No orders found")).toBeVisible();
  await page.getByRole("button", { name: /^In progress 3$/ }).click();
  await expect(rows(page)).toHaveCount(3);

  // Large filters are rendered when somebody is about to open them.
  await expect(page.locator("[data-day]")).toHaveCount(0);
  // Days by keyboard alone.
  await page.getByRole("button", { name: "Date: Any time" }).press("Enter");
  await page.locator("button[aria-current=date]").focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
  await expect(rows(page)).toHaveCount(3);

  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("button", { name: "Save this view" }).click();
  await page.getByLabel("Name").fill(word);
  await page.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
  const view = page.url();
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page).toHaveURL(/\/orders\?tab=in-progress$/);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("link", { name: new RegExp(word) }).click();
  await expect(page).toHaveURL(view);

  // All three, by Shift.
  const boxes = page.getByRole("checkbox", { name: /^Select (?!all)/ });
  await boxes.first().check();
  await boxes.last().click({ modifiers: ["Shift"] });
  const bar = page.getByRole("region", { name: "Selected orders" });
  await expect(bar).toContainText("3 orders selected");
  await bar.getByRole("button", { name: "Add tags" }).click();
  await page.getByRole("dialog").getByLabel("Tags").fill(`tag ${word}`);
  await page.getByRole("dialog").getByRole("button", { name: "Add tags" }).click();
  await expect(rows(page).filter({ hasText: `tag ${word}` })).toHaveCount(3);
  await bar.getByRole("button", { name: "Export selected" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "CSV for spreadsheets" }).click();
  const file = readFileSync(await (await download).path(), "utf8");
  expect(file.startsWith("\ufeff")).toBe(true);
  for (const reference of [first, second, third]) expect(file).toContain(reference);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await bar.getByRole("button", { name: "Clear selection" }).click();

  // Through the list, order by order.
  await page.getByRole("link", { name: new RegExp(third) }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(third);
  await page.getByRole("link", { name: "Next order" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(second);
  await page.getByRole("link", { name: "Next order" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(first);
  await expect(page.getByRole("link", { name: "Next order" })).toHaveCount(0);
  await page
    .getByRole("navigation", { name: "List of orders" })
    .getByRole("link", { name: "Orders" })
    .click();
  await expect(page).toHaveURL(view);

  await expect(rows(page)).toHaveCount(3);
  await page.mouse.move(0, 0);
  const fourth = await place();
  await expect(page.getByRole("link", { name: new RegExp(fourth) })).toBeVisible();
});

test("a message covers none of the buttons for the selected orders, on any screen", async ({
  asBuyer: page,
  stack,
}) => {
  await selectAnOrder(page, stack, 41);
  const bar = page.getByRole("region", { name: "Selected orders" });
  await bar.getByRole("button", { name: "Add tags" }).click();
  await page.getByRole("dialog").getByLabel("Tags").fill("counted");
  await page.getByRole("dialog").getByRole("button", { name: "Add tags" }).click();
  const message = page.getByText("Tags added");
  for (const width of [1280, 768, 375]) {
    await page.setViewportSize({ width, height: 600 });
    // It stays as long as the mouse is on it, which the button below leaves.
    await message.hover();
    for (const button of await bar.getByRole("button").all()) {
      await button.click({ trial: true });
    }
    await expect(message).toBeVisible();
  }
});

test("orders that are selected on a page that was left keep no message from the foot of another", async ({
  asBuyer: page,
  stack,
}) => {
  await selectAnOrder(page, stack, 43);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Catalog" }).click();
  await page
    .getByRole("button", { name: /^Add to order: / })
    .first()
    .click();
  const message = page.getByRole("button", { name: "Dismiss" });
  await message.hover();
  await page.getByRole("link", { name: /^View order/ }).click();
  await expect(message).toBeVisible();
});

test("a text that no order matches leaves no earlier search in the address", async ({
  asBuyer: page,
  stack,
}) => {
  const word = `word${randomUUID().slice(0, 8)}`;
  await placeOrder(page, stack, [["slow", 33]], { note: word });
  await page.goto(`/orders?q=${word}`, { waitUntil: "networkidle" });
  await expect(rows(page)).toHaveCount(1);
  const field = page.getByRole("searchbox", { name: "Search orders" });
  await field.fill("serial 00123456");
  await expect(page.getByRole("list", { name: "Chosen filters" })).toContainText("serial 00123456");
  await expect(page).toHaveURL(/\/orders$/);
  await expect(rows(page)).toHaveCount(0);
  await expect(field).toHaveValue("serial 00123456");
  await field.fill(word);
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`q=${word}`));
});

test("states that were chosen one by one light no tab, and say how many orders they leave", async ({
  asBuyer: page,
  stack,
}) => {
  const word = `word${randomUUID().slice(0, 8)}`;
  for (const quantity of [31, 32]) await placeOrder(page, stack, [["slow", quantity]], { note: word });
  await page.goto(`/orders?q=${word}`, { waitUntil: "networkidle" });
  const tabs = page.getByRole("navigation", { name: "State of the orders" });
  const chosen = tabs.locator("[aria-current]");
  const chips = page.getByRole("list", { name: "Chosen filters" });
  await expect(chosen).toHaveText(/^All 2/);
  await expect(chips).not.toContainText("orders");

  await page.goto(`/orders?q=${word}&state=submitting,processing`, { waitUntil: "networkidle" });
  await expect(rows(page)).toHaveCount(2);
  await expect(chips).toContainText("2 orders");
  await expect(chosen).toHaveCount(0);
  await page.goto(`/orders?q=${word}&state=completed`, { waitUntil: "networkidle" });
  await expect(chips).toContainText("0 orders");
  await tabs.getByRole("button", { name: /^All 2$/ }).click();
  await expect(chosen).toHaveText(/^All 2/);
  await expect(rows(page)).toHaveCount(2);
});

const rows = (page: Page) => linkedRows(page, page.getByRole("table", { name: "Orders" }));

/** Rows that are scrolled past are covered by the head of the list, including their checkboxes. */
async function stayUnderTheHead(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 180 });
  const onTop = await page
    .getByRole("table", { name: "Orders" })
    .getByRole("checkbox")
    .first()
    .evaluate((box) => {
      const head = box.closest("[role=table]")?.querySelector("[role=row]");
      const middle = (of: Element | null | undefined) => {
        const { x = 0, y = 0, width = 0, height = 0 } = of?.getBoundingClientRect() ?? {};
        return { x: x + width / 2, y: y + height / 2 };
      };
      // Until the head sticks, each step moves both.
      for (let step = 0; step < 30; step += 1) window.scrollBy(0, middle(box).y - middle(head).y);
      const { x, y } = middle(box);
      const { top = 0, bottom = 0 } = head?.getBoundingClientRect() ?? {};
      return { isBehind: top < y && y < bottom, isBox: document.elementFromPoint(x, y) === box };
    });
  expect(onTop).toEqual({ isBehind: true, isBox: false });
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.setViewportSize({ width: 1280, height: 720 });
}

/** Opens a list of one new order, of a quantity that no other has, and selects it. */
async function selectAnOrder(page: Page, stack: TestStack, quantity: number): Promise<void> {
  const word = `word${randomUUID().slice(0, 8)}`;
  await placeOrder(page, stack, [["slow", quantity]], { note: word });
  await page.goto(`/orders?q=${word}`, { waitUntil: "networkidle" });
  await page
    .getByRole("checkbox", { name: /^Select (?!all)/ })
    .first()
    .check();
}

test("the space bar shows an order beside the list, arrows the next one, and the headings sort", async ({
  asBuyer: page,
  stack,
}) => {
  const word = `word${randomUUID().slice(0, 8)}`;
  const first = await placeOrder(page, stack, [["slow", 61]], { note: word });
  const second = await placeOrder(page, stack, [["slow", 62]], { note: word });
  await page.goto(`/orders?q=${word}`, { waitUntil: "networkidle" });
  await expect(rows(page)).toHaveCount(2);
  const placed = page.getByRole("columnheader", { name: "Placed" });
  await expect(placed).toHaveAttribute("aria-sort", "descending");
  // Amounts of several currencies have no order.
  const total = page.getByRole("columnheader", { name: "Total" });
  await expect(total.getByRole("button")).toHaveCount(0);
  await page.keyboard.press("j");
  await page.keyboard.press("Space");
  const view = page.getByRole("dialog");
  await expect(view).toContainText(second);
  await expect(view.getByRole("list", { name: "Lines" })).toContainText("62 ×");
  await page.keyboard.press("ArrowDown");
  await expect(view).toContainText(first);
  await expect(page).toHaveURL(/\/orders\?q=/);
  await page.keyboard.press("Space");
  await expect(view).toHaveCount(0);
  await placed.getByRole("button").click();
  await expect(page).toHaveURL(/sort=oldest/);
  await expect(placed).toHaveAttribute("aria-sort", "ascending");
  await page.goto(`/orders?q=${word}&currency=EUR`, { waitUntil: "networkidle" });
  await total.getByRole("button").click();
  await expect(page).toHaveURL(/sort=amount-high/);
  await total.getByRole("button").click();
  await expect(page).toHaveURL(/sort=amount-low/);
  await expect(rows(page).first()).toContainText("61 codes");
});
