import type { Locator, Page } from "@playwright/test";

/** The text for a completed order on the visible page: a hidden list may contain it too. */
export function completed(page: Page): Locator {
  return page.getByText("Completed", { exact: true }).filter({ visible: true }).first();
}
