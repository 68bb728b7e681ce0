import type { Locator, Page } from "@playwright/test";

/** The state of an order that is completed, on the page that is shown: a list that is kept hidden says it too. */
export function completed(page: Page): Locator {
  return page.getByText("Completed", { exact: true }).filter({ visible: true }).first();
}
