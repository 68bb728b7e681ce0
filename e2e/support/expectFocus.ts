import { expect, type Page } from "@playwright/test";

/** Expects that an element has the focus: it must not have moved to the page's body. */
export async function expectFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName ?? "")).not.toBe("BODY");
}
