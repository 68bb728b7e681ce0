import { expect, test, type Page } from "@playwright/test";
import { SCREENS } from "#scripts/browser/screens.ts";
import { signInAs } from "#scripts/browser/session.ts";
import { startTestStack, type TestStack } from "#scripts/testStack/startTestStack.ts";
import { readLayouts, VIEWS, writeLayouts, type Screens, type View } from "#e2e/support/layoutFile.ts";
import { differences, measureLayout } from "#e2e/support/measureLayout.ts";
import { placeOrder } from "#e2e/support/placeOrder.ts";

let stack: TestStack;
test.beforeAll(async () => {
  // A separate stack, because orders of other journeys would be on its screens.
  stack = await startTestStack({ products: 200 });
});
test.afterAll(() => stack.stop());

/** An order whose state needs attention. Its reference is always the same, so that its width makes no difference. */
async function placePartialOrder(page: Page): Promise<string> {
  const reference = await placeOrder(page, stack, [["partial", 8]], { externalOrderCode: "LAYOUT-4711" });
  const toldOf = async (): Promise<string> =>
    JSON.stringify(await (await page.request.get("/api/notices")).json());
  await expect.poll(toldOf).toContain(reference);
  return reference;
}

async function measureAll(page: Page, screens: Record<string, string>): Promise<Screens> {
  const measured: Screens = {};
  for (const [name, path] of Object.entries(screens)) {
    await show(page, "light 1280");
    // Once the page is interactive: until then, what depends on the browser, such as notifications, is as in most browsers.
    await page.goto(path, { waitUntil: "networkidle" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    // The frame is the same everywhere.
    const inside = name === "overview" ? "" : "main";
    measured[name] = { "light 1280": {}, "light 768": {}, "light 375": {}, "dark 1280": {} };
    for (const view of VIEWS) {
      await show(page, view);
      measured[name][view] = await measureLayout(page, inside);
    }
  }
  return measured;
}

async function show(page: Page, view: View): Promise<void> {
  await page.emulateMedia({
    colorScheme: view.startsWith("dark") ? "dark" : "light",
    reducedMotion: "reduce",
  });
  await page.setViewportSize({ width: Number(view.split(" ")[1]), height: 900 });
}

test("every screen looks as it was last looked at, at three widths and in both themes", async ({
  browser,
}, info) => {
  const context = await browser.newContext({
    baseURL: stack.url,
    storageState: await signInAs(stack, "admin"),
  });
  // Chromium's headless shell has no notifications: measured as if they were blocked, in every browser.
  await context.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { value: "denied" });
  });
  const page = await context.newPage();
  const reference = await placePartialOrder(page);
  // However long the screens before take, the order may not be checked again yet.
  await page.clock.setFixedTime(Date.now());
  const measured = await measureAll(page, { ...SCREENS, order: `/orders/${reference}` });
  await context.close();
  if (["all", "changed"].includes(info.config.updateSnapshots)) writeLayouts(measured);
  const known = readLayouts();
  const found = Object.entries(measured).flatMap(([screen, layouts]) =>
    VIEWS.map((view): [string, string[]] => [
      `${screen}, ${view}`,
      differences(known[screen]?.[view] ?? {}, layouts[view]).slice(0, 8),
    ]),
  );
  // If the changes are intended: `npm run screenshots -- --all` shows them, `npm run e2e -- e2e/journeys/layout.spec.ts
  // --update-snapshots` accepts them.
  expect(Object.fromEntries(found.filter(([, changes]) => changes.length > 0))).toEqual({});
  expect(Object.keys(known)).toEqual(Object.keys(measured));
});
