import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test as plain, type Page } from "@playwright/test";
import { paths } from "#lib/paths.ts";
import { test } from "#e2e/fixtures/test.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";
import { startDevelopment, type Development } from "#e2e/support/startDevelopment.ts";

const GALLERY = "/dev/gallery";
const THEMES = ["light", "dark"] as const;
/** Next's own button while developing. */
const WITHOUT_NEXT = "nextjs-portal { display: none; }";

let development: Development;

plain.describe("the gallery of the primitives, under npm run dev", () => {
  plain.describe.configure({ mode: "serial" });
  // The pictures are taken without Next's own button, which a rule of the test hides.
  plain.use({ bypassCSP: true });
  plain.beforeAll(async () => {
    development = await startDevelopment();
  });
  plain.afterAll(() => development.stop());

  plain("has no accessibility problems that axe finds, in either theme", async ({ page }) => {
    await open(page, "light");
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  for (const theme of THEMES) {
    plain(
      `shows each primitive in each of its states as approved, in the ${theme} theme`,
      async ({ page }) => {
        await open(page, theme);
        for (const width of [1280, 375]) {
          await page.setViewportSize({ width, height: 800 });
          await matches(page, `page-${width}-${theme}`, { fullPage: true });
        }
      },
    );

    plain(`shows what opens over a page as approved, in the ${theme} theme`, async ({ page }) => {
      await open(page, theme);
      for (const overlay of ["menu", "popover", "dialog", "sheet"]) {
        await page.getByRole("button", { name: `Open ${overlay}` }).click();
        await expect(page.locator("dialog[open], :popover-open")).toBeVisible();
        await matches(page, `${overlay}-${theme}`);
        await page.keyboard.press("Escape");
        await expect(page.locator("dialog[open], :popover-open")).toHaveCount(0);
      }
    });

    plain(
      `marks what the keyboard or the pointer is on as approved, in the ${theme} theme`,
      async ({ page }) => {
        await open(page, theme);
        const actions = page.getByRole("group", { name: "Button, medium" });
        for (const name of ["primary", "secondary", "quiet", "danger"]) {
          const button = actions.getByRole("button", { name, exact: true });
          await button.hover();
          await expect(button).toHaveScreenshot(`hovered-${name}-${theme}.png`);
        }
        await page.keyboard.press("Tab");
        const focused = page.locator(":focus-visible");
        await expect(focused).toHaveText("primary");
        await expect(actions).toHaveScreenshot(`focused-${theme}.png`);
      },
    );
  }
});

test("the gallery is in no production build, and its address is no page there", async ({
  stack,
  asAdmin,
}) => {
  const answer = await asAdmin.goto(GALLERY);
  expect(answer?.status()).toBe(404);
  await expect(asAdmin.getByRole("link", { name: "Overview" }).first()).toHaveAttribute(
    "href",
    paths.overview(),
  );
  const files = readdirSync(join(stack.build, ".next", "server", "app"), {
    recursive: true,
    encoding: "utf8",
  });
  expect(files.filter((file) => file.startsWith("dev"))).toEqual([]);
  expect(files).toContain(join("(desk)", "catalog", "page.js"));
});

async function open(page: Page, colorScheme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${development.url}${GALLERY}`, { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { name: "Gallery of the primitives" })).toBeVisible();
  await page.addStyleTag({ content: WITHOUT_NEXT });
}

async function matches(page: Page, name: string, options: { fullPage?: boolean } = {}): Promise<void> {
  await expect(page).toHaveScreenshot(`${name}.png`, options);
}
