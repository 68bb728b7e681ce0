import type { Locator, Page } from "@playwright/test";

/** The rows of a list that lead somewhere: neither its head nor rows that are still loading. */
export function linkedRows(page: Page, list: Page | Locator = page): Locator {
  return list.getByRole("row").filter({ has: page.getByRole("link") });
}
