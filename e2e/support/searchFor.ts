import { expect, type Locator, type Page } from "@playwright/test";

/** Types into the search of the header and presses Enter at once. Returns the palette, which opens with what was typed. */
export async function searchFor(page: Page, text: string): Promise<Locator> {
  await page.getByRole("searchbox", { name: "Search or jump to" }).click();
  const palette = page.getByRole("dialog", { name: "Search or jump to" });
  const field = palette.getByRole("combobox");
  await expect(field).toBeFocused();
  await field.fill(text);
  await field.press("Enter");
  return palette;
}
