import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { chromium } from "@playwright/test";
import type { Browser } from "@playwright/test";
import { figuresOfBuilder } from "#scripts/bench/building.ts";
import { figuresOfBulkhead } from "#scripts/bench/bulkhead.ts";
import { figuresOfCatalog } from "#scripts/bench/catalogFigures.ts";
import { table, type Figure } from "#scripts/bench/figure.ts";
import { figuresOfImport } from "#scripts/bench/importing.ts";
import { figuresOfLargeCatalog } from "#scripts/bench/largeCatalog.ts";
import { figuresOfManyCodes } from "#scripts/bench/manyCodes.ts";
import { figuresOfOverview } from "#scripts/bench/overview/overviewFigures.ts";
import { figureOfMachine } from "#scripts/bench/machineSpeed.ts";
import { figuresOfPreflight } from "#scripts/bench/preflightFigures.ts";
import { figuresOfOrderList } from "#scripts/bench/orderList/orderListFigures.ts";
import { figuresOfOrders } from "#scripts/bench/orderFigures.ts";
import { figuresOfScreens } from "#scripts/bench/screenFigures.ts";
import { figuresOfServer } from "#scripts/bench/serverCost.ts";
import { figureOfTabs } from "#scripts/bench/tabs.ts";
import { findOrInstallBrowser } from "#scripts/browser/findBrowser.ts";
import { cookieHeader, signInAs, type StorageState } from "#scripts/browser/session.ts";
import { startTestStack, type TestStack } from "#scripts/stack/testing/startTestStack.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";
import { StartupError } from "#server/config/startupError.ts";

const RESULTS = "bench-results.json";

type Prepared = {
  browser: Browser;
  stack: TestStack;
  signedIn: { storageState: StorageState };
  cookie: string;
};

/** The parts that need a browser and a test stack, in the order in which they run. */
const STACK_PARTS: Record<string, (prepared: Prepared) => Promise<Figure[]>> = {
  // First, because memory at rest must be measured before any page is loaded.
  server: ({ stack, cookie }) => figuresOfServer(stack, cookie),
  screens: ({ browser, stack, signedIn, cookie }) => figuresOfScreens(browser, stack, signedIn, cookie),
  catalog: ({ browser, stack, signedIn, cookie }) => figuresOfCatalog(browser, stack, signedIn, cookie),
  import: ({ browser, stack, signedIn, cookie }) => figuresOfImport(browser, stack, signedIn, cookie),
  builder: ({ browser, stack, signedIn }) => figuresOfBuilder(browser, stack, signedIn),
  bulkhead: ({ stack, cookie }) => figuresOfBulkhead(stack, cookie),
  tabs: async ({ stack, cookie }) => [await figureOfTabs(stack, cookie)],
  "large-catalog": ({ browser }) => figuresOfLargeCatalog(browser),
};
/** The parts that need neither a build nor a browser. */
const SERVER_PARTS: Record<string, () => Promise<Figure[]>> = {
  orders: figuresOfOrders,
  codes: figuresOfManyCodes,
  preflight: figuresOfPreflight,
  "order-list": figuresOfOrderList,
  overview: figuresOfOverview,
};
const PARTS = [...Object.keys(STACK_PARTS), ...Object.keys(SERVER_PARTS)];

/**
 * Measures every figure that Codedesk promises, on the production build and the real sandbox. `npm run bench -- orders catalog`
 * measures only these parts; those of `SERVER_PARTS` need neither a build nor a browser.
 */
await runCommand(async (names) => {
  const unknown = names.find((name) => !PARTS.includes(name));
  if (unknown !== undefined) {
    throw new StartupError(`There is no part "${unknown}". Usage: npm run bench -- [${PARTS.join("|")}] ...`);
  }
  const chosen = names.length === 0 ? PARTS : PARTS.filter((part) => names.includes(part));
  const figures: Figure[] = [figureOfMachine("before")];
  for (const part of chosen) figures.push(...((await SERVER_PARTS[part]?.()) ?? []));
  const stackParts = chosen.flatMap((part) => STACK_PARTS[part] ?? []);
  if (stackParts.length > 0) {
    const executablePath = await findOrInstallBrowser("figures");
    if (executablePath === null) return 1;
    figures.push(...(await measureOnStack(executablePath, stackParts)));
  }
  figures.push(figureOfMachine("after"));
  report(figures);
  return 0;
});

async function measureOnStack(
  executablePath: string,
  parts: readonly ((prepared: Prepared) => Promise<Figure[]>)[],
): Promise<Figure[]> {
  const stack = await startTestStack();
  const browser = await chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--disable-component-update",
      "--no-proxy-server",
    ],
  });
  try {
    const storageState = await signInAs(stack, "buyer");
    const prepared = { browser, stack, signedIn: { storageState }, cookie: cookieHeader(storageState) };
    const figures: Figure[] = [];
    for (const measure of parts) figures.push(...(await measure(prepared)));
    return figures;
  } finally {
    await browser.close();
    await stack.stop();
  }
}

function report(figures: readonly Figure[]): void {
  console.log(`\n${cpus().length} cores, ${cpus()[0]?.model ?? "unknown"}\n\n${table(figures)}`);
  writeFileSync(RESULTS, `${JSON.stringify({ at: new Date().toISOString(), figures }, null, 2)}\n`);
  console.log(`\nAlso written to ${RESULTS}.`);
}
