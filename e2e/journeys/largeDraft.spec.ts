import type { Page } from "@playwright/test";
import { fillDraft } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { formatCount } from "#lib/text/counts.ts";

const FIXED = "Scenario: delivers codes as plain strings";

/** Fills the draft with lines of one product. */
async function fillWith(page: Page, quantities: readonly string[]): Promise<void> {
  const found = await page.request.get(`/api/catalog/products?q=${encodeURIComponent(FIXED)}&take=1`);
  const { items }: { items: { id: number }[] } = await found.json();
  const productId = items[0]?.id ?? 0;
  await fillDraft(
    page,
    quantities.map((quantity) => ({ productId, quantity })),
  );
}

const quantity = (page: Page, line: number) =>
  page.getByRole("textbox", { name: `Quantity of line ${formatCount(line)}`, exact: true });

test("five thousand lines are typed through by keyboard, and the main button leads to the one that needs work", async ({
  asBuyer: page,
}) => {
  await fillWith(
    page,
    Array.from({ length: 5_000 }, (_, index) => (index === 4_200 ? "x" : "1")),
  );
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  await quantity(page, 1).focus();
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await expect(quantity(page, 2)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await expect(quantity(page, 2)).toBeFocused();
  await page.keyboard.press("Control+End");
  await expect(quantity(page, 5_000)).toBeFocused();
  await page.keyboard.press("Control+Home");
  await expect(quantity(page, 1)).toBeFocused();
  await expect(quantity(page, 1)).toHaveValue("2");

  await page.getByRole("button", { name: "Fix 1 line to continue" }).click();
  await expect(quantity(page, 4_201)).toBeFocused();
  await page.keyboard.type("3");
  await expect(page.getByRole("button", { name: "Review order" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Totals" })).toContainText("5,000 lines, 5,003 codes");
});

test("a row that grows by what is typed in it costs no question to the window for each of the other rows", async ({
  asBuyer: page,
}) => {
  await fillWith(
    page,
    Array.from({ length: 5_000 }, () => "1"),
  );
  await page.goto("/orders/new", { waitUntil: "networkidle" });
  await quantity(page, 1).focus();
  await page.evaluate(() => {
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (media) => {
      const { dataset } = document.documentElement;
      dataset["asked"] = String(Number(dataset["asked"] ?? 0) + 1);
      return ask(media);
    };
  });
  await page.keyboard.press("Backspace");
  await expect(page.getByRole("button", { name: "Fix 1 line to continue" })).toBeVisible();
  await expect(quantity(page, 1)).toHaveAccessibleDescription(/quantity/i);
  await page.keyboard.press("5");
  await expect(page.getByRole("region", { name: "Totals" })).toContainText("5,000 lines, 5,004 codes");
  const asked = await page.evaluate(() => Number(document.documentElement.dataset["asked"] ?? 0));
  expect(asked).toBeLessThan(200);
});

test("what was typed is undone and done again, over saves, and by keyboard", async ({ asBuyer: page }) => {
  await fillWith(page, ["1", "1"]);
  await page.goto("/orders/new");
  const saved = () =>
    page.waitForResponse(
      (answer) => answer.url().endsWith("/api/orders/draft") && answer.request().method() === "PATCH",
    );
  let saving = saved();
  await quantity(page, 1).fill("7");
  await saving;
  saving = saved();
  await page.getByRole("button", { name: "Remove line 2" }).click();
  await saving;
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(quantity(page, 2)).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(quantity(page, 1)).toHaveValue("1");
  await page.keyboard.press("Control+Shift+z");
  await expect(quantity(page, 1)).toHaveValue("7");
  saving = saved();
  await page.keyboard.press("Control+y");
  await expect(quantity(page, 2)).toHaveCount(0);
  await saving;
  await page.reload();
  await expect(quantity(page, 1)).toHaveValue("7");
  await expect(quantity(page, 2)).toHaveCount(0);
});

test("identical lines are merged when a person says so, and that is undone like anything else", async ({
  asBuyer: page,
}) => {
  await fillWith(page, ["2", "3", "4"]);
  await page.goto("/orders/new");
  await page.getByRole("button", { name: "Keep them" }).click();
  await expect(page.getByRole("button", { name: "Merge identical lines" })).toHaveCount(0);
  await page.reload();
  await page.getByRole("button", { name: "Merge identical lines" }).click();
  await expect(quantity(page, 1)).toHaveValue("9");
  await expect(quantity(page, 2)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(quantity(page, 3)).toHaveValue("4");
});
