import { addToOrder, emptyDraft, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";

const SCREENS = [
  "/",
  "/catalog",
  "/orders",
  "/orders/new",
  "/orders/templates",
  "/codes",
  "/lookup",
  "/wallet",
  "/wallet/statements",
  "/team",
  "/audit",
  "/settings",
  "/help",
  "/notices",
  "/settings?tab=notices",
  "/settings?tab=webhooks",
  "/settings?tab=sessions",
  "/settings?tab=roles",
  "/settings?tab=security",
  "/settings?tab=codes",
  "/settings?tab=connection",
  "/settings?tab=requests",
  "/orders/none-such",
];

for (const width of [1_280, 375]) {
  test(`axe finds nothing on any screen (${width} px)`, async ({ asAdmin: page }) => {
    // Some fifteen screens, each scanned twice: a minute on a quiet machine.
    test.setTimeout(240_000);
    await page.setViewportSize({ width, height: 800 });
    const found: Record<string, string[]> = {};
    for (const screen of SCREENS) {
      await page.goto(screen, { waitUntil: "load" });
      await page.getByRole("heading", { level: 1 }).waitFor();
      found[screen] = await accessibilityProblems(page);
      // Nothing is wider than the page: the page itself never scrolls sideways.
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (overflow > 0) found[screen].push(`sticks out by ${overflow} px`);
    }
    expect(found).toEqual(Object.fromEntries(SCREENS.map((screen) => [screen, []])));
  });
}

test("axe finds nothing in the sheets, the review and an order with its codes", async ({ asBuyer: page }) => {
  await emptyDraft(page);
  await addToOrder(page, "Scenario: delivers codes as plain strings", { quantity: "2" });
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.goto("/orders/new");
  await page.getByRole("button", { name: "Review order" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Place test order/ })
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await reviewAndSend(page);
  await referenceOf(page);
  await page.getByRole("button", { name: "Reveal 2 codes" }).click({ timeout: 20_000 });
  await page
    .getByText(/^TEST-/)
    .first()
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("axe finds nothing on the sign-in page", async ({ page }) => {
  await page.goto("/sign-in");
  expect(await accessibilityProblems(page)).toEqual([]);
});
