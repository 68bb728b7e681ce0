import { expect, test } from "#e2e/fixtures/test.ts";
import { asOwner } from "#e2e/support/asOwner.ts";
import { holdRequests } from "#e2e/support/holdRequests.ts";

const BROKEN = "Something went wrong on this page";

test("a page that the server can't make for a moment says what to do, and is there without a press once it can", async ({
  asAdmin: page,
  stack,
}) => {
  const database = await asOwner(stack);
  try {
    await database.query("alter table order_limits rename to limits_away");
    // The page is asked for again by itself, at some moment.
    const ask = await holdRequests(page, /\/team\?.*_rsc=/);
    await page.goto("/team");
    const alert = page.getByRole("alert").filter({ hasText: BROKEN });
    await expect(alert).toContainText("Try again.");
    await expect(alert).toContainText("Request ID:");
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    await database.query("alter table limits_away rename to order_limits");
    ask();
    await expect(page.getByRole("table", { name: "Members" })).toBeVisible();
    await expect(page.getByText(BROKEN)).toHaveCount(0);
  } finally {
    await database.query("alter table if exists limits_away rename to order_limits");
    await database.end();
  }
});
