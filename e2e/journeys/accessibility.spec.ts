import { addToOrder, emptyDraft, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";
import { PAGES } from "#e2e/support/pages.ts";

const WIDTHS = [1_280, 375];

// The halves run at the same time.
for (const [name, screens] of Object.entries(PAGES)) {
  test(`axe finds nothing on ${name}, wide or narrow`, async ({ asAdmin: page }) => {
    // A dozen screens, each scanned four times: a minute on a quiet machine.
    const found: string[] = [];
    for (const screen of screens) {
      await page.goto(screen, { waitUntil: "load" });
      await page.getByRole("heading", { level: 1 }).waitFor();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const problems = await accessibilityProblems(page);
        // Nothing is wider than the page: the page itself never scrolls sideways.
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (overflow > 0) problems.push(`sticks out by ${overflow} px`);
        found.push(...problems.map((problem) => `${screen} at ${width} px: ${problem}`));
      }
    }
    expect(found).toEqual([]);
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
  await page.getByRole("button", { name: "Reveal 2 codes" }).click();
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
