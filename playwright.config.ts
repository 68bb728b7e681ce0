import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { TIME_LIMITS } from "#scripts/testStack/timeLimits.ts";

/** Journeys that start a dashboard of their own. They begin first: at the end, the longest of them would run alone. */
const OWN_DASHBOARD = [
  "unreachableService",
  "layout",
  "gallery",
  "withoutPasswords",
  "tryThis",
  "environmentLinks",
  "catalogDigest",
].map((name) => `**/${name}.spec.ts`);

/** Journeys of people in a real browser (e2e/fixtures starts what they need). A failed journey is not repeated. */
export default defineConfig({
  testDir: "e2e/journeys",
  outputDir: "test-results",
  // On two cores, three leave a fifth of the processors' time unused, four a twentieth. Each has a stack of its own in memory.
  workers: Math.min(8, 2 * availableParallelism()),
  fullyParallel: true,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: TIME_LIMITS.test,
  expect: {
    timeout: TIME_LIMITS.wait,
    toPass: { timeout: TIME_LIMITS.wait },
    // The edges of letters differ a little from machine to machine.
    toHaveScreenshot: { maxDiffPixelRatio: 0.01, animations: "disabled" },
  },
  // The same pictures for every system: the browser draws its own typefaces in all of them.
  snapshotPathTemplate: "e2e/pictures/{arg}{ext}",
  reporter: "list",
  projects: [
    { name: "own dashboard", testMatch: OWN_DASHBOARD },
    { name: "shared dashboard", testIgnore: OWN_DASHBOARD },
  ],
  use: {
    locale: "en-GB",
    timezoneId: "Europe/Zurich",
    // Recording every journey in case it fails takes a third of their time: `npm run e2e -- --trace on` records one.
    trace: "off",
    actionTimeout: TIME_LIMITS.wait,
    navigationTimeout: TIME_LIMITS.wait,
    screenshot: "only-on-failure",
    // Drawing transitions without a graphics card takes an eighth of the journeys' time; some have them (WITH_MOTION).
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      // Set by `npm run e2e` and `npm test`: the Chromium that was found on this machine.
      ...(process.env.CHROMIUM_PATH === undefined ? {} : { executablePath: process.env.CHROMIUM_PATH }),
      args: [
        // Chromium's own sandbox does not start as root and in most containers.
        "--no-sandbox",
        "--disable-dev-shm-usage",
        // Without a graphics card, drawing in the page's own process takes the least time.
        "--disable-gpu",
        "--disable-software-rasterizer",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-default-apps",
        "--no-first-run",
        // A page lives for seconds: compiling for speed what it runs often takes a tenth of the processor's time and gains nothing.
        "--js-flags=--no-opt --no-maglev",
        "--no-proxy-server",
      ],
    },
  },
});
