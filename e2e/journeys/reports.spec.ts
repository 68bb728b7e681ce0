import { Client } from "pg";
import { expect, test } from "#e2e/fixtures/test.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";

test("a report is set up, made at its cut, told of and downloaded, and is nobody else's", async ({
  asBuyer: page,
  asSupport,
  stack,
}) => {
  await page.goto("/schedules", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Reports", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Reports", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Add report" }).click();
  const dialog = page.getByRole("dialog", { name: "Add report" });
  await dialog.getByRole("button", { name: "Add report" }).click();
  await expect(dialog.getByText("Choose a saved view.")).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByLabel("Report", { exact: true }).selectOption({ label: "Stock" });
  await dialog.getByLabel("Time zone").selectOption("Europe/Berlin");
  await dialog.getByRole("button", { name: "Add report" }).click();
  await expect(dialog).toBeHidden();
  const report = page
    .getByRole("list", { name: "Reports" })
    .getByRole("listitem")
    .filter({ hasText: "Stock" });
  await expect(report).toContainText("Every week on Monday at 09:00 (Europe/Berlin)");
  await expect(report).toContainText("None made yet.");

  // As if the cut had come a minute ago.
  const client = new Client({ connectionString: stack.databaseUrl });
  await client.connect();
  await client.query(
    "update reports set next_at = now() - interval '1 minute', try_at = now() where kind = 'stock'",
  );
  await client.end();
  const made = report.getByRole("button", { name: /^Download Stock of/ });
  await expect
    .poll(async () => {
      await page.reload({ waitUntil: "networkidle" });
      return made.count();
    })
    .toBe(1);
  const download = page.waitForEvent("download");
  await made.click();
  expect((await download).suggestedFilename()).toMatch(/^codedesk-stock-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(await accessibilityProblems(page)).toEqual([]);
  await expect
    .poll(async () => {
      await page.goto("/notices", { waitUntil: "networkidle" });
      return page.getByText(/^Your report Stock of .* is ready/).count();
    })
    .toBeGreaterThan(0);

  await asSupport.goto("/reports", { waitUntil: "networkidle" });
  await expect(asSupport.getByText("No reports yet")).toBeVisible();
  await page.goto("/reports", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Pause report Stock" }).click();
  await expect(report).toContainText("Paused");
  await page.getByRole("button", { name: "Remove report Stock" }).click();
  await expect(page.getByText("No reports yet")).toBeVisible();
});
