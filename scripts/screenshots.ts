import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import type { Page } from "@playwright/test";
import { startTestStack } from "#scripts/testStack/startTestStack.ts";
import { addToOrder, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { SCREENS, THEMES, WIDTHS } from "#scripts/browser/screens.ts";
import { signInAs } from "#scripts/browser/session.ts";
import { findOrInstallBrowser } from "#scripts/browser/findBrowser.ts";
import { refuseUnknown } from "#scripts/tools/refuseUnknown.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";

const FOLDER = path.join("docs", "screenshots");
/** Where `--all` saves every screen, with a page that shows them side by side. */
const SCREENS_FOLDER = path.join("test-results", "screens");

/** Takes the pictures of the README from the running program; with `--all`, those of every screen instead. */
await runCommand(async (args) => {
  refuseUnknown(args, "npm run screenshots -- [--all]", ["--all"]);
  const isAll = args.includes("--all");
  const executablePath = await findOrInstallBrowser("figures");
  if (executablePath === null) return 1;
  mkdirSync(FOLDER, { recursive: true });
  const stack = await startTestStack();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--no-proxy-server"] });
  try {
    const context = await browser.newContext({
      baseURL: stack.url,
      storageState: await signInAs(stack, isAll ? "admin" : "buyer"),
      viewport: { width: 1_280, height: 800 },
      locale: "en-GB",
      timezoneId: "Europe/Zurich",
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await (isAll ? takeEveryScreen(page) : takePictures(page));
    return 0;
  } finally {
    await browser.close();
    await stack.stop();
  }
});

async function takePictures(page: Page): Promise<void> {
  await addToOrder(page, "Scenario: shows the codes of a partial delivery", { quantity: "8" });
  await page.goto("/orders/new");
  await reviewAndSend(page);
  await page.getByText("6 of 8 codes were delivered.").waitFor();
  await shoot(page, "order-light");
  await page.setViewportSize({ width: 375, height: 812 });
  await shoot(page, "order-phone");
  await page.setViewportSize({ width: 1_280, height: 800 });
  const order = page.url();
  await page.goto("/catalog?country=DE&denomination=open");
  await page.getByRole("main").getByRole("searchbox").waitFor();
  await shoot(page, "catalog-light");
  await addToOrder(page, "Basket & Co Germany Gift Card 20 EUR", { quantity: "12" });
  await page.goto("/orders/new");
  await page.getByRole("combobox", { name: "Add a product" }).fill("100484");
  await page.getByRole("option").first().click();
  await page.getByRole("textbox", { name: /^Amount/ }).fill("25");
  await page.getByRole("region", { name: "Totals" }).waitFor();
  await shoot(page, "builder-light");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/catalog");
  await shoot(page, "catalog-dark");
  await page.goto(order);
  await shoot(page, "order-dark");
}

/** Every screen in both themes at three widths, for a person to look through: `test-results/screens/index.html`. */
async function takeEveryScreen(page: Page): Promise<void> {
  mkdirSync(SCREENS_FOLDER, { recursive: true });
  await addToOrder(page, "Scenario: shows the codes of a partial delivery", { quantity: "8" });
  await page.goto("/orders/new");
  await reviewAndSend(page);
  await page.getByText("6 of 8 codes were delivered.").waitFor();
  const rows: string[] = [];
  for (const [name, address] of Object.entries({ ...SCREENS, order: new URL(page.url()).pathname })) {
    const cells: string[] = [];
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(address);
      for (const width of WIDTHS) {
        const file = `${name.replaceAll(" ", "-")}-${theme}-${width}.png`;
        await page.setViewportSize({ width, height: 900 });
        await page.waitForLoadState("networkidle");
        await page.screenshot({ path: path.join(SCREENS_FOLDER, file) });
        cells.push(`<a href="${file}"><img src="${file}" alt="${theme}, ${width} px" height="300"></a>`);
      }
    }
    rows.push(`<h2>${name}</h2>${cells.join("\n")}`);
  }
  const index = path.join(SCREENS_FOLDER, "index.html");
  writeFileSync(index, `<!doctype html><meta charset="utf-8"><title>Screens</title>${rows.join("\n")}`);
  console.log(`${rows.length} screens: ${index}`);
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`) });
}
