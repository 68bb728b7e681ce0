import { expect, test } from "#e2e/fixtures/test.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";
import { asIfDueNow } from "#e2e/support/asIfDueNow.ts";
import { memberPage } from "#e2e/support/memberPage.ts";
import { productNamed } from "#e2e/support/productNamed.ts";
import { fillDraft } from "#scripts/browser/orderSteps.ts";

const PLAIN = "Scenario: delivers codes as plain strings";

test("an order recurs: scheduled from a draft, a date skipped, paused and resumed, ordered on its date, with links both ways", async ({
  asAdmin,
  browser,
  stack,
}) => {
  const name = `Rita Regular ${Date.now()}`;
  const buyer = await memberPage(browser, asAdmin, stack.url, { name, role: "buyer" });
  const { id } = await productNamed(buyer, PLAIN);
  await fillDraft(buyer, [{ productId: id }]);
  await buyer.goto("/orders/new", { waitUntil: "networkidle" });
  await buyer.getByRole("button", { name: "Schedule" }).click();
  const dialog = buyer.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("How often").selectOption({ label: "Every day" });
  await dialog.getByLabel("Time zone").selectOption("Europe/Berlin");
  await dialog.getByLabel("At").fill("02:30");
  await expect(dialog.getByRole("status").getByRole("listitem")).toHaveCount(5);
  expect(await accessibilityProblems(buyer)).toEqual([]);
  await dialog.getByRole("button", { name: "Add schedule" }).click();
  await expect(dialog).toBeHidden();

  await buyer.goto("/schedules", { waitUntil: "networkidle" });
  const section = buyer.getByRole("region", { name });
  await expect(section).toContainText("Every day at 02:30 (Europe/Berlin)");
  await section.getByRole("button", { name: /^Skip/ }).first().click();
  await expect(section.getByText("Skipped")).toBeVisible();
  await section.getByRole("button", { name: "Pause" }).click();
  await expect(section.getByText("Paused")).toBeVisible();
  await section.getByRole("button", { name: "Resume" }).click();
  await expect(section.getByText("Active")).toBeVisible();
  expect(await accessibilityProblems(buyer)).toEqual([]);

  await asIfDueNow(stack, name);
  const ordered = section.getByText("Ordered", { exact: true });
  await expect
    .poll(async () => {
      await buyer.reload({ waitUntil: "networkidle" });
      return ordered.count();
    })
    .toBe(1);
  await section.getByText("Past dates").click();
  await expect(ordered).toBeVisible();
  await section.getByRole("link").first().click();
  await expect(buyer.getByText(`Placed by schedule “${name.toLowerCase()}”`).first()).toBeVisible();
  await buyer.getByRole("link", { name: `Schedule “${name}”` }).click();
  await expect(section.getByRole("button", { name: "Edit" })).toBeInViewport();
});
