import { expect, test } from "#e2e/fixtures/test.ts";
import { placeOrder } from "#e2e/support/placeOrder.ts";

/** A sheet of A4 within the margins of Firefox, the widest ones, in CSS pixels. */
const A4 = { width: 698, height: 1_027 };

test("a printed order has its lines and what happened to it, and nothing to press or to fill in", async ({
  asBuyer: page,
  stack,
}) => {
  const reference = await placeOrder(page, stack, [["pins-as-strings", 3]]);
  await page.goto(`/orders/${reference}`, { waitUntil: "networkidle" });
  const reveal = page.getByRole("button", { name: "Reveal 3 codes" });
  await expect(reveal).toBeVisible();
  await page.emulateMedia({ media: "print" });
  for (const section of ["Codes", "Lines", "Timeline", "Details"]) {
    await expect(page.getByRole("heading", { level: 2, name: section })).toBeVisible();
  }
  const controls = page.locator("button, input, select, textarea").filter({ visible: true });
  expect(await controls.allTextContents()).toEqual([]);

  await page.emulateMedia({ media: null });
  await reveal.click();
  const codes = page.getByRole("table", { name: "Codes" });
  await expect(codes).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(codes).toBeVisible();
  await expect(page.getByRole("button", { name: "Hide codes" })).toBeHidden();
  await expect(page.getByText(/^Hides in/)).toBeHidden();
});

test("on a sheet of A4, each line of an order is a row of one table", async ({ asBuyer: page, stack }) => {
  const reference = await placeOrder(page, stack, [
    ["pins-as-strings", 2],
    ["slow", 1],
  ]);
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize(A4);
  await page.goto(`/orders/${reference}`, { waitUntil: "networkidle" });
  const lines = page.getByRole("table", { name: "Lines of the order" });
  await expect(lines.getByRole("columnheader", { name: "Unit price" })).toBeInViewport();
  const [head, ...rows] = await lines.getByRole("row").all();
  expect(head).toBeDefined();
  expect(rows).toHaveLength(2);
  for (const row of rows) {
    const middles = await row
      .getByRole("cell")
      .evaluateAll((cells) =>
        cells.map((cell) => cell.getBoundingClientRect()).map(({ top, height }) => top + height / 2),
      );
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(2);
  }
});
