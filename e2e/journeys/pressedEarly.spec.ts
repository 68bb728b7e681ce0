import { emptyDraft } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { openAsleep, SCRIPTS } from "#e2e/support/openAsleep.ts";

test("a filter that is pressed before the page is interactive is applied once it is", async ({
  asBuyer: page,
}) => {
  const wake = await openAsleep(page, "/catalog");
  const germany = page.getByRole("checkbox", { name: /^Germany/ });
  await germany.check();
  wake();
  await expect(page).toHaveURL(/[?&]country=DE/);
  await expect(germany).toBeChecked();
});

test("a filter that is pressed twice before the page is interactive is as it was", async ({
  asBuyer: page,
}) => {
  const wake = await openAsleep(page, "/catalog");
  const germany = page.getByRole("checkbox", { name: /^Germany/ });
  await germany.check();
  await germany.uncheck();
  await page.getByRole("checkbox", { name: /^Austria/ }).check();
  wake();
  await expect(page).toHaveURL(/\/catalog\?country=AT$/);
  await expect(germany).not.toBeChecked();
});

test("a button that is pressed again and again before the page is interactive is pressed once", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  const wake = await openAsleep(page, "/catalog");
  const add = page.getByRole("button", { name: /^Add to order: .*Brazil/ }).first();
  for (let press = 0; press < 3; press += 1) await add.click();
  wake();
  await expect(page.getByRole("link", { name: "View order (1)" })).toBeVisible();
  await page.goto("/orders/new");
  await expect(page.getByRole("textbox", { name: "Quantity of line 1", exact: true })).toHaveValue("1");
});

test("a button that says something else once the page is interactive is not pressed", async ({
  asBuyer: page,
}) => {
  await emptyDraft(page);
  const wake = await openAsleep(page, "/catalog");
  const add = page.getByRole("button", { name: /^Add to order: .*Brazil/ }).first();
  await add.click();
  await add.evaluate((button) => button.append("!"));
  const account = page.getByRole("button", { name: "account of" });
  await account.click();
  wake();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^View order/ })).toHaveCount(0);
});

test("a table that is opened before the page is interactive is there once it is", async ({
  asBuyer: page,
}) => {
  const wake = await openAsleep(page, "/");
  await page.getByText("Show as a table").first().click();
  wake();
  const table = page.locator("details", { hasText: "Show as a table" }).getByRole("table");
  await expect(table.first()).toBeVisible();
});

test("a filter that is pressed while the page becomes interactive is applied, once", async ({
  asBuyer: page,
}) => {
  for (let visit = 0; visit < 5; visit += 1) {
    const wake = await openAsleep(page, "/catalog");
    const germany = page.getByRole("checkbox", { name: /^Germany/ });
    const box = await germany.boundingBox();
    if (box === null) throw new Error("The filter is out of sight.");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    // As soon as React listens to the document.
    const isListening = page.waitForFunction(() => Object.keys(document).length > 1, null, {
      polling: "raf",
    });
    wake();
    await isListening;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(page).toHaveURL(/[?&]country=DE/);
    await expect(germany).toBeChecked();
    await page.unroute(SCRIPTS);
  }
});

test("a password that is sent before the page is interactive is in no address, and is sent once it is", async ({
  asBuyer: page,
}) => {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  const wake = await openAsleep(page, "/settings");
  await page.getByLabel("Current password").fill("not my password");
  await page.getByLabel("New password").fill("a passphrase of mine");
  await page.getByLabel("New password").press("Enter");
  wake();
  await expect(page.getByText("This is not your current password")).toBeVisible();
  await expect(page.getByLabel("New password")).toHaveValue("a passphrase of mine");
  expect(addresses.filter((address) => /pass(word|phrase)=|not\+my/.test(address))).toEqual([]);
});

test("a password that is sent without scripts is in no address", async ({ browser, stack, sessions }) => {
  const context = await browser.newContext({
    baseURL: stack.url,
    storageState: sessions.buyer,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto("/settings");
  await page.getByLabel("New password").fill("a passphrase of mine");
  await page.getByLabel("New password").press("Enter");
  await expect(page.getByText("Method not allowed")).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
});

test("a member who signs in before the page is interactive is let in once it is, and the password is in no address", async ({
  page,
  stack,
}) => {
  const buyer = stack.members.find(({ role }) => role === "buyer");
  const requests: { url: string; at: string }[] = [];
  let at = "asleep";
  page.on("request", (request) => requests.push({ url: `${request.method()} ${request.url()}`, at }));
  const wake = await openAsleep(page, "/sign-in?next=%2Forders");
  await page.getByLabel("E-mail").fill(buyer?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(buyer?.password ?? "");
  const button = page.getByRole("button", { name: "Sign in", exact: true });
  await expect(button).toBeEnabled();
  await button.click();
  await page.getByLabel("Password", { exact: true }).press("Enter");
  const sentAsleep = requests.filter(({ url }) => url.startsWith("POST"));
  expect(sentAsleep).toEqual([]);
  at = "awake";
  wake();
  await expect(page).toHaveURL(/\/orders$/);
  const addresses = requests.map(({ url }) => decodeURIComponent(url)).join("\n");
  expect(addresses).not.toContain(buyer?.password);
  expect(addresses).not.toContain(buyer?.email);
});

test("a password that is sent without scripts from the sign-in page is in no address", async ({
  browser,
  stack,
}) => {
  const context = await browser.newContext({ baseURL: stack.url, javaScriptEnabled: false });
  const page = await context.newPage();
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill("ada@partner.example");
  await page.getByLabel("Password", { exact: true }).fill("a passphrase of mine");
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByLabel("Password", { exact: true }).press("Enter");
  expect(new URL((await sent).url()).pathname).toBe("/api/auth/callback/credentials");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  expect(addresses.join("\n")).not.toMatch(/passphrase|ada/);
});

test("the search of the header that is pressed before the page is interactive opens once it is", async ({
  asBuyer: page,
}) => {
  const wake = await openAsleep(page, "/orders");
  await page.getByRole("searchbox", { name: "Search or jump to" }).click();
  wake();
  await expect(page.getByRole("dialog", { name: "Search or jump to" }).getByRole("combobox")).toBeFocused();
});
