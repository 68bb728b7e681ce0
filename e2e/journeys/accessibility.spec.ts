import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { addToOrder, emptyDraft, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";

const SCREENS = [
  "/",
  "/catalog",
  "/orders",
  "/orders/new",
  "/wallet",
  "/team",
  "/audit",
  "/settings",
  "/settings?tab=sessions",
  "/settings?tab=connection",
  "/settings?tab=requests",
  "/orders/none-such",
];

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1_280, 375]) {
    test(`axe finds nothing on any screen (${colorScheme}, ${width} px)`, async ({ asAdmin: page }) => {
      test.setTimeout(120_000);
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const found: Record<string, string[]> = {};
      for (const screen of SCREENS) {
        await page.goto(screen, { waitUntil: "load" });
        await page.getByRole("heading", { level: 1 }).waitFor();
        found[screen] = await violations(page);
        // Nothing sticks out sideways: the page itself never scrolls that way.
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (overflow > 0) found[screen].push(`sticks out by ${overflow} px`);
      }
      expect(found).toEqual(Object.fromEntries(SCREENS.map((screen) => [screen, []])));
    });
  }

  test(`axe finds nothing in the sheets, the review and an order with its codes (${colorScheme})`, async ({
    asBuyer: page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await emptyDraft(page);
    await addToOrder(page, "Scenario: delivers codes as plain strings", { quantity: "2" });
    expect(await violations(page)).toEqual([]);
    await page.goto("/orders/new");
    await page.getByRole("button", { name: "Review order" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Place test order/ })
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await reviewAndSend(page);
    await referenceOf(page);
    await page.getByRole("button", { name: "Reveal 2 codes" }).click({ timeout: 20_000 });
    await page
      .getByText(/^TEST-/)
      .first()
      .waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test(`axe finds nothing on the sign-in page (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto("/sign-in");
    expect(await violations(page)).toEqual([]);
  });
}
