import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { chromium, type Browser } from "@playwright/test";
import { table, type Figure } from "#scripts/bench/figure.ts";
import { figuresOfBudgets } from "#scripts/bench/largeLedger/budgetFigures.ts";
import { figuresOfLargeCatalog } from "#scripts/bench/largeCatalog.ts";
import { figureOfMachine } from "#scripts/bench/machineSpeed.ts";
import { figuresOfOrderList } from "#scripts/bench/largeLedger/orderListFigures.ts";
import { figuresOfOrders } from "#scripts/bench/orderFigures.ts";
import { figuresOfScreens } from "#scripts/bench/screenFigures.ts";
import { findOrInstallBrowser } from "#scripts/browser/findBrowser.ts";
import { signInAs } from "#scripts/browser/session.ts";
import { startTestStack } from "#scripts/testStack/startTestStack.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { StartupError } from "#server/config/startupError.ts";

const RESULTS = "bench-results.json";

const PARTS: Record<string, () => Promise<Figure[]>> = {
  screens: () => inBrowser(measureScreens),
  catalog: () => inBrowser(figuresOfLargeCatalog),
  // These three need neither a build nor a browser.
  orders: figuresOfOrders,
  budgets: figuresOfBudgets,
  "order-list": figuresOfOrderList,
};

/** Measures what people wait for, on the production build and the real sandbox. `npm run bench -- orders catalog` measures only these parts. */
await runCommand(async (names) => {
  const unknown = names.find((name) => PARTS[name] === undefined);
  if (unknown !== undefined) {
    const usage = `npm run bench -- [${Object.keys(PARTS).join("|")}] ...`;
    throw new StartupError(`There is no part "${unknown}". Usage: ${usage}`);
  }
  const figures: Figure[] = [figureOfMachine("before")];
  for (const [name, measure] of Object.entries(PARTS)) {
    if (names.length === 0 || names.includes(name)) figures.push(...(await measure()));
  }
  figures.push(figureOfMachine("after"));
  report(figures);
  return 0;
});

async function measureScreens(browser: Browser): Promise<Figure[]> {
  const stack = await startTestStack();
  try {
    return await figuresOfScreens(browser, stack.url, { storageState: await signInAs(stack, "buyer") });
  } finally {
    await stack.stop();
  }
}

async function inBrowser(measure: (browser: Browser) => Promise<Figure[]>): Promise<Figure[]> {
  const executablePath = await findOrInstallBrowser("figures");
  if (executablePath === null)
    throw new StartupError("Without a browser, measure only orders, budgets and order-list.");
  const args = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-proxy-server",
  ];
  const browser = await chromium.launch({ executablePath, args });
  try {
    return await measure(browser);
  } finally {
    await browser.close();
  }
}

function report(figures: readonly Figure[]): void {
  console.log(`\n${cpus().length} cores, ${cpus()[0]?.model ?? "unknown"}\n${table(figures)}`);
  writeFileSync(RESULTS, `${JSON.stringify({ at: new Date().toISOString(), figures }, null, 2)}\n`);
  console.log(`\nAlso written to ${RESULTS}.`);
}
