import { MINUTE } from "#lib/time/instant.ts";
import { isRecord } from "#lib/json/isRecord.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { intercept } from "#e2e/support/intercept.ts";

test("rules that are not saved yet are still there after a look at another tab of the settings", async ({
  asAdmin: page,
}) => {
  await page.goto("/settings?tab=codes", { waitUntil: "networkidle" });
  const tabs = page.getByRole("navigation", { name: "Settings" });
  const large = page.getByRole("checkbox", { name: "Have a second member release many codes" });
  const limit = page.getByLabel("Codes a member may take within 24 hours without a release");
  await large.check();
  await limit.fill("250");
  await tabs.getByRole("link", { name: "Security" }).click();
  const password = page.getByRole("checkbox", { name: /^Ask for the password too/ });
  const wasAsked = await password.isChecked();
  await password.setChecked(!wasAsked);
  await expect(large).toHaveCount(0);
  await tabs.getByRole("link", { name: "Codes", exact: true }).click();
  await expect(large).toBeChecked();
  await expect(limit).toHaveValue("250");
  await tabs.getByRole("link", { name: "Security" }).click();
  await expect(password).toBeChecked({ checked: !wasAsked });
  await page.reload();
  await expect(password).toBeChecked({ checked: wasAsked });
});

test("whoever leaves the settings with unsaved rules, by a link, the palette or going back, is asked before they are lost", async ({
  asAdmin: page,
}) => {
  await page.goto("/help", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Settings" }).first().click();
  const tabs = page.getByRole("navigation", { name: "Settings" });
  await tabs.getByRole("link", { name: "Codes", exact: true }).click();
  const large = page.getByRole("checkbox", { name: "Have a second member release many codes" });
  const wasOn = await large.isChecked();
  await large.setChecked(!wasOn);
  // Another tab loses nothing.
  await tabs.getByRole("link", { name: "Security" }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  const wallet = page.getByRole("link", { name: "Wallet" }).first();
  await wallet.click();
  await expect(question).toContainText("Codes");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(page).toHaveURL(/\/settings\?tab=security$/);
  await tabs.getByRole("link", { name: "Codes", exact: true }).click();
  await expect(large).toBeChecked({ checked: !wasOn });

  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: /^Search or jump to/ })).toBeFocused();
  await page.keyboard.type("walle");
  await page.keyboard.press("Enter");
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/settings\?tab=codes$/);
  await page.evaluate(() => history.go(-4));
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(page).toHaveURL(/\/settings\?tab=codes$/);
  await expect(large).toBeChecked({ checked: !wasOn });
  // Loading the page again is asked about by the browser.
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await wallet.click();
  await question.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL(/\/wallet$/);

  // What is as it was saved is left without a question.
  await page.goto("/settings?tab=codes", { waitUntil: "networkidle" });
  await expect(large).toBeChecked({ checked: wasOn });
  await large.setChecked(!wasOn);
  await large.setChecked(wasOn);
  await wallet.click();
  await expect(page).toHaveURL(/\/wallet$/);
});

test("saving rules sends those that were changed, so that the others stay as another administrator has set them", async ({
  asAdmin: page,
}) => {
  const sent: unknown[] = [];
  for (const [address, rules] of [
    ["**/api/codes/settings", { reasonRequired: false, releaseOver: null }],
    [
      "**/api/settings/security",
      { secondFactorRoles: [], confirmWithPassword: false, confirmProduction: false },
    ],
  ] as const) {
    // Rules apply to every member, so these are saved nowhere.
    await intercept(page, address, async (route) => {
      const body: unknown = route.request().postDataJSON();
      if (route.request().method() === "PUT") sent.push(body);
      await route.fulfill({ json: { ...rules, ...(isRecord(body) ? body : {}) } });
    });
  }
  await page.goto("/settings?tab=codes");
  const reason = page.getByRole("checkbox", { name: /^Ask for a reason/ });
  const wasAsked = await reason.isChecked();
  await reason.setChecked(!wasAsked);
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect.poll(() => sent).toEqual([{ reasonRequired: !wasAsked }]);

  await page.goto("/settings?tab=security");
  const password = page.getByRole("checkbox", { name: /^Ask for the password too/ });
  const wasNeeded = await password.isChecked();
  await password.setChecked(!wasNeeded);
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect.poll(() => sent.at(-1)).toEqual({ confirmWithPassword: !wasNeeded });

  await page.goto("/settings?tab=security");
  await page.getByRole("checkbox", { name: "Viewer", exact: true }).check();
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect.poll(() => sent.at(-1)).toEqual({ addSecondFactorRoles: ["viewer"] });
});

test("rules that were edited and not saved outlast a save by another administrator, whose rules are shown beside them", async ({
  asAdmin: page,
}) => {
  const saved = {
    codes: { reasonRequired: false, releaseOver: null as number | null },
    security: { secondFactorRoles: ["viewer"], confirmWithPassword: false, confirmProduction: false },
  };
  // Rules apply to every member, so these are saved nowhere.
  await intercept(page, "**/api/codes/settings", (route) => route.fulfill({ json: saved.codes }));
  await intercept(page, "**/api/settings/security", (route) => route.fulfill({ json: saved.security }));
  /** As when somebody comes back to the tab after a while. */
  const readAgain = async () => {
    await page.clock.fastForward(5 * MINUTE);
    await page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  };
  await page.clock.install();
  await page.goto("/settings?tab=codes");
  await readAgain();
  const reason = page.getByRole("checkbox", { name: /^Ask for a reason/ });
  await expect(reason).not.toBeChecked();
  await reason.check();
  saved.codes = { reasonRequired: false, releaseOver: 500 };
  await readAgain();
  await expect(page.getByRole("textbox", { name: /without a release$/ })).toHaveValue("500");
  await expect(reason).toBeChecked();

  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Security" }).click();
  const password = page.getByRole("checkbox", { name: /^Ask for the password too/ });
  const role = (name: string) => page.getByRole("checkbox", { name, exact: true });
  await expect(role("Viewer")).toBeChecked();
  await password.check();
  await role("Viewer").uncheck();
  saved.security = { ...saved.security, secondFactorRoles: ["viewer", "buyer"] };
  await readAgain();
  await expect(role("Buyer")).toBeChecked();
  await expect(role("Viewer")).not.toBeChecked();
  await expect(password).toBeChecked();
});
