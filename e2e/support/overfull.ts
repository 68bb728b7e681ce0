import type { Locator } from "@playwright/test";

/** The texts of the visible elements that need more room than they have. */
export function overfull(elements: Locator): Promise<string[]> {
  return elements.evaluateAll((all) =>
    all
      .filter((each) => each.scrollWidth > each.clientWidth && each.clientWidth > 0)
      .map(({ textContent }) => textContent ?? ""),
  );
}
