import type { Page } from "@playwright/test";
import { Client } from "pg";
import { expectFocus } from "#e2e/support/expectFocus.ts";
import { placeOrder } from "#e2e/support/placeOrder.ts";
import type { TestStack } from "#scripts/testStack/startTestStack.ts";
import { expect, test } from "#e2e/fixtures/test.ts";

/** As long as what people write after a call with support; the last part is one word, such as an address. */
const REASON = `${"Support of the service says by phone that it was never placed. ".repeat(4)}https://support.example/tickets/${"x".repeat(86)}`;

test("a closed order says why on a phone too, and order again opens a draft that warns it may have been placed", async ({
  asBuyer: page,
  stack,
}) => {
  expect(REASON).toHaveLength(370);
  const reference = await orderInReview(page, stack);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`/orders/${reference}`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Close order" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill(REASON);
  await dialog.getByRole("button", { name: "Close order" }).click();
  await expect(dialog).toHaveCount(0);
  await expectFocus(page);
  const said = page.getByText(REASON).filter({ visible: true });
  await expect(said).toHaveCount(1);
  await expectNothingCutOff(page);

  await page.getByRole("button", { name: "Order again" }).click();
  await expect(page).toHaveURL(/\/orders\/new\?draft=/);
  await expect(page.getByText(`It is not known whether order ${reference} was placed.`)).toBeVisible();
  await expect(page.getByText("ordering these lines again buys them twice")).toBeVisible();
  await expectNothingCutOff(page);
  await page.getByRole("main").getByRole("link", { name: reference, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/orders/${reference}$`));
});

/** An order whose outcome has been unknown for too long, which no worker reaches within a test. */
async function orderInReview(page: Page, stack: TestStack): Promise<string> {
  const reference = await placeOrder(page, stack, [["down-always", 1]]);
  const client = new Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    // Written like the event, so that a worker that has the order cannot undo it.
    const { rowCount } = await client.query(
      `update orders set state = 'needs_review', next_action_at = null, lease_owner = null, lease_until = null,
         fence = fence + 1, revision = revision + 1 where external_order_code = $1`,
      [reference],
    );
    expect(rowCount).toBe(1);
  } finally {
    await client.end();
  }
  return reference;
}

/** Expects that no text extends beyond the screen, whether the page would scroll or cut it off. */
async function expectNothingCutOff(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const reach = (text: Node) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getBoundingClientRect().right;
    };
    // What scrolls sideways, such as the tabs of drafts, can be reached.
    const scrolls = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX === "auto" || scrolls(element.parentElement));
    const texts = document.createTreeWalker(
      document.querySelector("main") ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    const cut: string[] = [];
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const { parentElement, textContent } = text;
      if (parentElement?.closest(".sr-only") != null || scrolls(parentElement)) continue;
      if (reach(text) > innerWidth + 1) cut.push(textContent ?? "");
    }
    return cut;
  });
  expect(wide).toEqual([]);
}
