import { expect, test as plain } from "@playwright/test";
import { cookieHeader, signInAs } from "#scripts/browser/session.ts";
import { placeOverHttp } from "#tests/support/placeOverHttp.ts";
import { startTestStack, type TestStack } from "#scripts/testStack/startTestStack.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";
import { holdRequests } from "#e2e/support/holdRequests.ts";
import { test } from "#e2e/fixtures/test.ts";

let stack: TestStack;
plain.describe("the demo", () => {
  plain.describe.configure({ mode: "serial" });
  plain.beforeAll(async () => {
    stack = await startTestStack({ products: 50, demo: true });
  });
  plain.afterAll(() => stack.stop());

  plain("lets in who presses a member, and leads through what the service can do", async ({ page }) => {
    await page.goto(`${stack.url}/sign-in`, { waitUntil: "networkidle" });
    const buyer = page.getByRole("button", { name: /Bela Buyer/ });
    await expect(buyer).toContainText("Places orders and reveals codes");
    expect(await accessibilityProblems(page)).toEqual([]);
    await buyer.click();
    await page.waitForURL(`${stack.url}/`);
    await page.waitForLoadState("networkidle");
    await page.getByRole("link", { name: "Only some codes arrive" }).click();
    await expect(page.getByRole("dialog")).toContainText("Scenario: delivers all but the last quarter");
    await page.goBack();
    expect(await accessibilityProblems(page)).toEqual([]);
    for (const title of [
      "No codes arrive",
      "The outcome is unknown",
      "The service asks us to slow down",
      "The order is rejected",
      "Codes arrive late",
    ]) {
      await expect(page.getByRole("link", { name: title })).toBeVisible();
    }
  });

  plain("lets in who presses a member before the page is interactive, once it is", async ({ page }) => {
    const wake = await holdRequests(page, /\/_next\/static\/chunks\/.*\.js/);
    await page.goto(`${stack.url}/sign-in`, { waitUntil: "commit" });
    const buyer = page.getByRole("button", { name: /Bela Buyer/ });
    await expect(buyer).toBeEnabled();
    await buyer.click();
    wake();
    await page.waitForURL(`${stack.url}/`);
  });

  plain("counts whole codes beside the chart of a team that has none yet", async ({ page }) => {
    await page.addInitScript(() => {
      // oxlint-disable-next-line typescript/unbound-method -- called with its context below
      const fillText = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (...written: Parameters<typeof fillText>) {
        const { dataset } = document.documentElement;
        dataset["drawn"] = `${dataset["drawn"] ?? ""}|${written[0]}|`;
        fillText.apply(this, written);
      };
    });
    const buyer = await signInAs(stack, "buyer");
    await placeOverHttp(stack, cookieHeader(buyer), "slow");
    await page.context().addCookies(buyer.cookies);
    await page.goto(stack.url);
    const drawn = () => page.evaluate(() => document.documentElement.dataset["drawn"]);
    await expect.poll(drawn).toContain("|0||1|");
    expect(await drawn()).not.toContain("|0.5|");
  });

  plain("does not suggest orders to who may not place any", async ({ page }) => {
    await page.goto(`${stack.url}/sign-in`, { waitUntil: "networkidle" });
    await page.getByRole("button", { name: /Suri Support/ }).click();
    // Finding orders and codes for others is what their day begins with.
    await page.waitForURL(`${stack.url}/lookup`);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Overview" }).click();
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
    await expect(page.getByText("Try this")).toHaveCount(0);
  });
});

test("a dashboard that is not the demo has neither members to press nor things to try", async ({
  stack: production,
  asBuyer,
  browser,
}) => {
  const stranger = await browser.newPage();
  await stranger.goto(`${production.url}/sign-in`, { waitUntil: "networkidle" });
  await expect(stranger.getByLabel("Password", { exact: true })).toBeVisible();
  await expect(stranger.getByText(/demo|Bela/i)).toHaveCount(0);
  expect(await stranger.content()).not.toContain("@demo.example");
  await stranger.close();
  await asBuyer.goto("/", { waitUntil: "networkidle" });
  await expect(asBuyer.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(asBuyer.getByText("Try this")).toHaveCount(0);
});
