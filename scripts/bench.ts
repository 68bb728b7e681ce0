import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { chromium } from "@playwright/test";
import { startTestStack } from "#scripts/stack/testing/startTestStack.ts";
import { figuresOfBulkhead } from "#scripts/bench/bulkhead.ts";
import { figuresOfCatalog } from "#scripts/bench/catalogFigures.ts";
import { figuresOfLargeCatalog } from "#scripts/bench/largeCatalog.ts";
import { figuresOfOrders } from "#scripts/bench/orderFigures.ts";
import { figuresOfScreens } from "#scripts/bench/screenFigures.ts";
import { table, type Figure } from "#scripts/bench/figure.ts";
import { figureOfTabs } from "#scripts/bench/tabs.ts";
import { cookieHeader, signInAs } from "#scripts/browser/session.ts";
import { findOrInstallBrowser } from "#scripts/browser/findBrowser.ts";
import { runCommand } from "#scripts/tools/runCommand.ts";

const RESULTS = "bench-results.json";

/**
 * Every figure that Codedesk promises, measured on a stack of its own: the production build and the real sandbox.
 * `npm run bench -- orders` measures the order core alone, without a build and a browser.
 */
await runCommand(async (names) => {
  if (names.includes("orders")) {
    report(await figuresOfOrders());
    return 0;
  }
  const executablePath = await findOrInstallBrowser();
  if (executablePath === null) return 1;
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
    const signedIn = { storageState };
    const cookie = cookieHeader(storageState);
    const figures: Figure[] = [
      ...(await figuresOfScreens(browser, stack.url, signedIn)),
      ...(await figuresOfCatalog(browser, stack, signedIn, cookie)),
      ...(await figuresOfBulkhead(stack, cookie)),
      await figureOfTabs(stack, cookie),
      ...(await figuresOfOrders()),
      ...(await figuresOfLargeCatalog(browser)),
    ];
    report(figures);
    return 0;
  } finally {
    await browser.close();
    await stack.stop();
  }
});

function report(figures: readonly Figure[]): void {
  console.log(`\n${cpus().length} cores, ${cpus()[0]?.model ?? "unknown"}\n\n${table(figures)}`);
  writeFileSync(RESULTS, `${JSON.stringify({ at: new Date().toISOString(), figures }, null, 2)}\n`);
  console.log(`\nAlso in ${RESULTS}.`);
}
