import { expect, type Page } from "@playwright/test";

/** Something has the focus: it has not fallen out of what one worked in, to the page's body. */
export async function expectFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName ?? "")).not.toBe("BODY");
}
