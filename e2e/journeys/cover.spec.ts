import { expect, test } from "#e2e/fixtures/test.ts";
import { addToOrder, emptyDraft } from "#scripts/browser/orderSteps.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";
import { askForApproval, limitPerDay } from "#e2e/support/limitedMember.ts";
import { memberPage } from "#e2e/support/memberPage.ts";

/** The member of `asApprover`. */
const deputy = "Arif Approver";
const TEN_EUROS = "Scenario: delivers codes as plain strings";

test("an approver names a deputy, who is told for whom, and whose approval is recorded as a deputy's", async ({
  asAdmin,
  asApprover,
  browser,
  stack,
}) => {
  const [away, asking] = [`Ana Away ${Date.now()}`, `Abe Asking ${Date.now()}`];
  const ana = await memberPage(browser, asAdmin, stack.url, { name: away, role: "approver" });
  const buyer = await memberPage(browser, asAdmin, stack.url, { name: asking, role: "buyer" });
  await limitPerDay(asAdmin, asking, "5");

  await ana.goto("/settings?tab=cover", { waitUntil: "networkidle" });
  await expect(ana.getByText("You have no deputy, and are none.")).toBeVisible();
  await ana.getByRole("button", { name: "Name deputy" }).click();
  const dialog = ana.getByRole("dialog", { name: "Name deputy" });
  await dialog.getByRole("button", { name: "Name deputy" }).click();
  await expect(dialog.getByText("Choose a deputy.")).toBeVisible();
  await dialog.getByLabel("Deputy", { exact: true }).selectOption({ label: deputy });
  const today = new Date().toISOString().slice(0, 10);
  await dialog.getByLabel("First day").fill(today);
  await dialog.getByLabel("Last day").fill(today);
  expect(await accessibilityProblems(ana)).toEqual([]);
  await dialog.getByRole("button", { name: "Name deputy" }).click();
  await expect(dialog).toBeHidden();
  await expect(ana.getByRole("row").filter({ hasText: deputy })).toContainText("Now, until");
  expect(await accessibilityProblems(ana)).toEqual([]);

  await emptyDraft(buyer);
  await addToOrder(buyer, TEN_EUROS, { quantity: "1" });
  const reference = await askForApproval(buyer, "€10.00");
  await asApprover.goto("/", { waitUntil: "networkidle" });
  const queue = asApprover.getByRole("region", { name: "Waiting for your approval" });
  await expect(queue).toContainText(`You cover for ${away} until`);
  expect(await accessibilityProblems(asApprover)).toEqual([]);
  await queue.getByRole("link", { name: reference }).click();
  await asApprover.getByRole("button", { name: "Approve", exact: true }).click();
  await asApprover
    .getByRole("dialog", { name: "Approve this order?" })
    .getByRole("button", { name: "Approve order · €10.00" })
    .click();
  await expect(asApprover.getByText(`Approved as deputy of ${away}`)).toBeVisible();

  await asAdmin.goto("/team", { waitUntil: "networkidle" });
  await asAdmin.getByRole("button", { name: `End the cover of ${away} by ${deputy}` }).click();
  await expect(asAdmin.getByText("Cover ended.")).toBeVisible();
});

test("an administrator says when orders that wait are reminded of and lapse", async ({ asAdmin }) => {
  await asAdmin.goto("/team", { waitUntil: "networkidle" });
  const section = asAdmin.getByRole("region", { name: "Orders that wait for approval" });
  await expect(section).toContainText(
    "After 24 hours, approvers are reminded. They wait until somebody decides.",
  );
  const change = async (hours: string) => {
    await section.getByRole("button", { name: "Change rules" }).click();
    const dialog = asAdmin.getByRole("dialog", { name: "Orders that wait for approval" });
    await dialog.getByLabel("Let lapse after").fill(hours);
    expect(await accessibilityProblems(asAdmin)).toEqual([]);
    await dialog.getByRole("button", { name: "Save rules" }).click();
    return dialog;
  };
  const dialog = await change("12");
  await expect(
    dialog.getByText("Let orders lapse later than they are reminded of or passed on.").first(),
  ).toBeVisible();
  await asAdmin.keyboard.press("Escape");
  await expect(await change("2000")).toBeHidden();
  await expect(section).toContainText("After 2,000 hours, they lapse: they are declined and never sent.");
  await expect(await change("")).toBeHidden();
  await expect(section).toContainText("They wait until somebody decides.");
});
