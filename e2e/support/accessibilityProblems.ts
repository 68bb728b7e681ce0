import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The theme only changes colours: rules about markup give the same result in both. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** The problems that axe finds in the current page: with all rules in the light theme, and with those about colours in the dark one. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const light = await (await scan(page)).withTags(LEVELS).analyze();
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const dark = await (await scan(page)).withRules(COLOUR_RULES).analyze();
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null });
  return Object.entries({ light, dark }).flatMap(([theme, { violations }]) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${theme}, ${id}: ${html.slice(0, 200)}`)),
  );
}

/** In one page: otherwise each scan opens another one for the results of frames from other origins, which we don't have. */
async function scan(page: Page): Promise<AxeBuilder> {
  // A page that has been scanned has axe already: half a megabyte to compile.
  const isLoaded = await page.evaluate(() => "axe" in window);
  const source = isLoaded ? { axeSource: "void 0" } : {};
  return new AxeBuilder({ page, ...source }).setLegacyMode(true).options({ resultTypes: ["violations"] });
}
