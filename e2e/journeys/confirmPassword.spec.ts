import { Client } from "pg";
import { addToOrder, emptyDraft, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";

test("codes are revealed after a while only once the password is confirmed, without losing the place", async ({
  asBuyer: page,
  stack,
}) => {
  const buyer = stack.members.find(({ role }) => role === "buyer");
  await emptyDraft(page);
  await addToOrder(page, "Scenario: delivers codes as plain strings");
  await page.goto("/orders/new");
  await reviewAndSend(page);
  await referenceOf(page);
  const reveal = page.getByRole("button", { name: /^Reveal/ });
  await reveal.waitFor({ timeout: 20_000 });
  await forgetSignIns(stack.databaseUrl);
  await page.getByLabel(/^Reason/).fill("A customer waits");
  await reveal.click();
  const password = page.getByLabel("Your password");
  await expect(password).toBeFocused();
  await expect(page.getByText(/^TEST-/)).toHaveCount(0);
  await password.fill("not the password");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("This is not your password");
  await password.fill(buyer?.password ?? "");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^TEST-/).first()).toBeVisible();
  await expect(page.getByText("A customer waits")).toBeVisible();
});

/** As if every sign-in were long ago. */
async function forgetSignIns(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("update sessions set reauthenticated_at = null");
  await client.end();
}
