import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { BlobReader, configure, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import { expect, test } from "#e2e/fixtures/test.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";
import { placeOrder, untilState } from "#e2e/support/placeOrder.ts";
import type { TestStack } from "#scripts/testStack/startTestStack.ts";

configure({ useWebWorkers: false });

/** Two delivered orders, selected in the list. */
async function selectTwo(page: Page, stack: TestStack): Promise<string[]> {
  const references: string[] = [];
  for (const count of [2, 1]) {
    const reference = await placeOrder(page, stack, [["pins-as-strings", count]]);
    await untilState(page, reference, "completed");
    references.push(reference);
  }
  await page.goto("/orders", { waitUntil: "networkidle" });
  for (const reference of references) {
    const row = page.getByRole("row").filter({ hasText: reference });
    await row.getByRole("checkbox").check();
  }
  return references;
}

async function choose(page: Page, item: RegExp): Promise<void> {
  await page
    .getByRole("region", { name: "Selected orders" })
    .getByRole("button", { name: "Codes of the selected orders" })
    .click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("codes of several orders are revealed together, each recorded in its own order", async ({
  asBuyer: page,
  stack,
}) => {
  const references = await selectTwo(page, stack);
  await choose(page, /^Reveal codes of 2/);
  const dialog = page.getByRole("dialog", { name: "Codes of 2 orders" });
  await dialog.getByRole("textbox", { name: /^Reason/ }).fill("Both were asked for");
  await dialog.getByRole("button", { name: "Reveal codes" }).click();
  await expect(dialog.getByText(/^TEST-/)).toHaveCount(3);
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Hide codes" }).click();
  await expect(dialog.getByText(/^TEST-/)).toHaveCount(0);
  await page.keyboard.press("Escape");
  for (const [at, reference] of references.entries()) {
    await page.goto(`/orders/${reference}`, { waitUntil: "networkidle" });
    const timeline = page.getByRole("region", { name: "Timeline" });
    await expect(timeline.getByText(at === 0 ? "Revealed 2 codes" : "Revealed 1 code")).toHaveCount(1);
    await expect(timeline).toContainText("Both were asked for");
  }
});

test("codes of several orders are exported together, and an order that is refused says so and keeps none of the others", async ({
  asBuyer: page,
  stack,
}) => {
  const references = await selectTwo(page, stack);
  await choose(page, /^Export codes of 2/);
  const dialog = page.getByRole("dialog", { name: "Export codes of 2 orders" });
  await dialog.getByLabel("Format").selectOption("json");
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export codes" }).click();
  const archive = await downloading;
  expect(archive.suggestedFilename()).toBe("codes-of-orders.zip");
  const reader = new ZipReader(new BlobReader(new Blob([await readFile(await archive.path())])));
  expect(await reader.getEntries()).toHaveLength(2);
  await expect(dialog).toContainText("2 files saved.");
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Done" }).click();

  await choose(page, /^Export codes of 2/);
  await page.route(`**/api/orders/${references[0] ?? ""}/export`, (route) => route.abort());
  const single = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export codes" }).click();
  expect((await single).suggestedFilename()).toMatch(/\.xlsx$/);
  await expect(dialog).toContainText("1 file saved.");
  const orders = dialog.getByRole("list", { name: "Orders" }).getByRole("listitem");
  await expect(orders.filter({ hasText: references[0] ?? "" })).not.toContainText("exported");
  await expect(orders.filter({ hasText: references[1] ?? "" })).toContainText("1 code exported");
});

test("the quick view gives the focus back to the order at which it was closed", async ({
  asBuyer: page,
  stack,
}) => {
  await selectTwo(page, stack);
  const links = page.getByRole("table", { name: "Orders" }).locator("[data-row-link]");
  await links.first().focus();
  await page.keyboard.press(" ");
  await expect(page.getByRole("group", { name: "Quick view" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(links.nth(1)).toBeFocused();
});
