import type { Locator, Page } from "@playwright/test";
import { addToOrder, emptyDraft, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { completed } from "#e2e/support/completed.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";

const LISTS = ["mine", "team"] as const;

/** Removes favourites and saved views, because the journeys of one worker share their members. */
async function forgetAll(page: Page): Promise<void> {
  const { request } = page;
  const current = await request.get("/api/catalog/favourites");
  const headers = { origin: new URL(current.url()).origin };
  const marked: Record<(typeof LISTS)[number], number[]> = await current.json();
  for (const list of LISTS) {
    for (const id of marked[list]) await request.delete(`/api/catalog/favourites/${list}/${id}`, { headers });
  }
  const { views }: { views: { id: string }[] } = await (await request.get("/api/catalog/views")).json();
  for (const { id } of views) await request.delete(`/api/catalog/views/${id}`, { headers });
}

const rows = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("link") });
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name }).first();
const star = (within: Page | Locator) => within.getByRole("button", { name: /^My favourite: / });
const teamSign = (within: Page | Locator) => within.getByRole("button", { name: /^Team favourite: / });
const filters = (page: Page) =>
  page.getByRole("complementary", { name: "Filters" }).getByRole("group", { name: "Favourites" });

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole("main").getByRole("searchbox").fill(text);
  await page.waitForURL((url) => (url.searchParams.get("q") ?? "") === text);
}

test.describe.configure({ mode: "serial" });

test("a buyer adds favourites of their own and of the team by keyboard and finds them again; support sees the team's", async ({
  asBuyer: page,
  asSupport: support,
}) => {
  await forgetAll(page);
  await forgetAll(support);
  await page.goto("/catalog?favourites=mine");
  await expect(page.getByText("You have no favourites yet")).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Show all products" }).click();

  await search(page, "takes five minutes");
  const slow = rowOf(page, "Scenario: takes five minutes");
  await expect(star(slow)).toHaveAttribute("aria-pressed", "false");
  await star(slow).focus();
  await page.keyboard.press("Space");
  await expect(star(slow)).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Tab");
  await expect(teamSign(slow)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(teamSign(slow)).toHaveAttribute("aria-pressed", "true");
  const [sign, name] = [await teamSign(slow).boundingBox(), await slow.getByRole("link").boundingBox()];
  expect((name?.x ?? 0) - (sign?.x ?? 0) - (sign?.width ?? 0)).toBeGreaterThanOrEqual(4);

  const plain = "Scenario: delivers codes as plain strings";
  await search(page, plain);
  await page.getByRole("link", { name: plain }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "My favourite" }).click();
  await expect(sheet.getByRole("button", { name: "My favourite" })).toHaveAttribute("aria-pressed", "true");
  expect(await accessibilityProblems(page)).toEqual([]);
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(star(rowOf(page, plain))).toHaveAttribute("aria-pressed", "true");

  await search(page, "");
  await filters(page).getByRole("checkbox", { name: "My favourites" }).check();
  await expect(page).toHaveURL(/[?&]favourites=mine/);
  await expect(rows(page)).toHaveCount(2);
  await filters(page).getByRole("checkbox", { name: "Team favourites" }).check();
  await expect(page).toHaveURL(/[?&]favourites=any/);
  await expect(rows(page)).toHaveCount(2);
  await filters(page).getByRole("checkbox", { name: "My favourites" }).uncheck();
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(star(rowOf(page, "Scenario: takes five minutes"))).toHaveAttribute("aria-pressed", "true");

  await support.goto("/catalog?favourites=any");
  const seen = rowOf(support, "Scenario: takes five minutes");
  await expect(seen.getByRole("img", { name: "Team favourite" })).toBeVisible();
  await expect(teamSign(seen)).toHaveCount(0);
  await expect(rows(support)).toHaveCount(1);

  // Removed while the list shows favourites only: the row disappears, and the empty list says what to do.
  await teamSign(rowOf(page, "Scenario: takes five minutes")).click();
  await expect(page.getByText("Your team has no favourites yet")).toBeVisible();
});

test("a favourite that is refused is removed again, with a message", async ({ asBuyer: page }) => {
  await forgetAll(page);
  await page.goto("/catalog?q=takes+five+minutes", { waitUntil: "networkidle" });
  const row = rowOf(page, "Scenario: takes five minutes");
  await expect(star(row)).toBeVisible();
  await page.context().setOffline(true);
  await star(row).click();
  await expect(page.getByText("Couldn't add favourite")).toBeVisible();
  await expect(star(row)).toHaveAttribute("aria-pressed", "false");
  await page.context().setOffline(false);
  await star(row).click();
  await expect(star(row)).toHaveAttribute("aria-pressed", "true");
  await expect
    .poll(async () => (await page.request.get("/api/catalog/favourites")).json())
    .toMatchObject({ mine: [expect.any(Number)] });
});

test("each of two refused favourites is removed again, with a message", async ({ asBuyer: page }) => {
  await forgetAll(page);
  await page.goto("/catalog?q=choose", { waitUntil: "networkidle" });
  let refuse: () => void = () => undefined;
  const refused = new Promise<void>((resolve) => (refuse = resolve));
  await page.route("**/api/catalog/favourites/mine/*", async (route) => {
    await refused;
    await route.abort();
  });
  for (const place of [0, 1]) await star(rows(page).nth(place)).click();
  for (const place of [0, 1])
    await expect(star(rows(page).nth(place))).toHaveAttribute("aria-pressed", "true");
  refuse();
  await expect(page.getByText("Couldn't add favourite")).toHaveCount(2);
  for (const place of [0, 1])
    await expect(star(rows(page).nth(place))).toHaveAttribute("aria-pressed", "false");
});

test("rows that failed to load are loaded again automatically", async ({ asBuyer: page }) => {
  await page.goto("/catalog", { waitUntil: "networkidle" });
  let asked = 0;
  await page.route(/api\/catalog\/products\?.*skip=1000&/, async (route) => {
    asked += 1;
    if (asked === 1) await route.fulfill({ status: 500, body: "" });
    else await route.continue();
  });
  const row = page.locator('main tr[aria-rowindex="1007"]');
  await page.evaluate(() => window.scrollTo(0, 1_000 * 44));
  await expect(row).toHaveCount(1);
  await expect(row.getByRole("link")).toBeVisible();
  expect(asked).toBeGreaterThan(1);
});

test("a buyer saves, opens, renames and deletes views; bad names are refused beside their field", async ({
  asBuyer: page,
  asSupport: support,
}) => {
  await forgetAll(page);
  await page.goto("/catalog?q=gift&country=DE&sort=price");
  const views = page.getByRole("button", { name: /^Views/ });
  await views.click();
  await page.getByRole("button", { name: "Save this view" }).click();
  const dialog = page.getByRole("dialog");
  const name = dialog.getByLabel("Name");
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(dialog.getByText("Enter a name for the view.")).toBeVisible();
  await expect(name).toBeFocused();
  await name.fill("x".repeat(61));
  await name.press("Enter");
  await expect(dialog.getByText("Enter at most 60 characters.")).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await name.fill("German gifts");
  await dialog.getByLabel("Visible to").selectOption("The whole team");
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(views).toHaveAccessibleName("Views: German gifts");

  // The same name is refused for the team, but free for the member's own views.
  await views.click();
  await page.getByRole("button", { name: "Save this view" }).click();
  await name.fill("german GIFTS");
  await dialog.getByLabel("Visible to").selectOption("The whole team");
  await name.press("Enter");
  await expect(dialog.getByText("Your team already has a view called “German gifts”.")).toBeVisible();
  await dialog.getByLabel("Visible to").selectOption("Only me");
  await name.press("Enter");
  await expect(dialog).toHaveCount(0);

  await page.goto("/catalog");
  await expect(views).toHaveAccessibleName("Views");
  await views.click();
  await page.getByRole("region", { name: "My views" }).getByRole("link").click();
  await expect(page).toHaveURL(/\/catalog\?q=gift&country=DE&sort=price$/);
  await expect(page.getByRole("main").getByRole("searchbox")).toHaveValue("gift");
  await views.click();
  await expect(page.getByRole("link", { name: /^German gifts/ })).toHaveAttribute("aria-current", "true");
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole("button", { name: "Edit German gifts", exact: true }).click();
  await name.fill("Gifts for Germany");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog).toHaveCount(0);
  await support.goto("/catalog");
  await support.getByRole("button", { name: "Views" }).click();
  const shared = support.getByRole("region", { name: "Team views" });
  await expect(shared.getByRole("link", { name: /^Gifts for Germany/ })).toBeVisible();
  await expect(shared.getByRole("button")).toHaveCount(0);
  await expect(support.getByRole("region", { name: "My views" })).toHaveCount(0);

  for (const each of ["Gifts for Germany", "german GIFTS"]) {
    await views.click();
    await page.getByRole("button", { name: `Delete ${each}` }).click();
    await dialog.getByRole("button", { name: "Delete view" }).click();
    await expect(dialog).toHaveCount(0);
  }
  await expect(views).toHaveAccessibleName("Views");
});

test("recently ordered products come first in an empty search, and say so", async ({ asBuyer: page }) => {
  const product = "Scenario: delivers codes as plain strings";
  await emptyDraft(page);
  await addToOrder(page, product);
  await page.goto("/orders/new");
  await reviewAndSend(page);
  await referenceOf(page);
  await expect(completed(page)).toBeVisible({
    timeout: 20_000,
  });
  await page.goto("/catalog");
  await expect(rows(page).first()).toContainText(product);
  await expect(rows(page).first()).toContainText(/Ordered (now|\d)/);
  await page.getByRole("button", { name: "Name" }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(rows(page).first()).not.toContainText("Ordered");
});
