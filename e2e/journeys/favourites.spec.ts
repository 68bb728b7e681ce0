import type { Locator, Page } from "@playwright/test";
import { expect, test } from "#e2e/fixtures/test.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";
import { linkedRows } from "#e2e/support/linkedRows.ts";
import { intercept } from "#e2e/support/intercept.ts";

const LISTS = ["mine", "team"] as const;

/** Removes all favourites, because the journeys of one worker share their members. */
async function forgetFavourites({ request }: Page): Promise<void> {
  const current = await request.get("/api/catalog/favourites");
  const headers = { origin: new URL(current.url()).origin };
  const favourites: Record<(typeof LISTS)[number], number[]> = await current.json();
  for (const list of LISTS) {
    for (const id of favourites[list]) {
      await request.delete(`/api/catalog/favourites/${list}/${id}`, { headers });
    }
  }
}

const rowOf = (page: Page, name: string) => linkedRows(page).filter({ hasText: name }).first();
const star = (within: Page | Locator) => within.getByRole("button", { name: /^My favourite: / });
const teamSign = (within: Page | Locator) => within.getByRole("button", { name: /^Team favourite: / });
const filters = (page: Page) =>
  page.getByRole("complementary", { name: "Filters" }).getByRole("group", { name: "Favourites" });

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole("main").getByRole("searchbox").fill(text);
  await page.waitForURL((url) => (url.searchParams.get("q") ?? "") === text);
}

test("a buyer adds favourites of their own and of the team by keyboard and finds them again; support sees the team's", async ({
  asBuyer: page,
  asSupport: support,
}) => {
  await forgetFavourites(page);
  await forgetFavourites(support);
  await page.goto("/catalog?favourites=mine");
  await expect(page.getByText("You have no favourites yet")).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Show all products" }).click();

  await search(page, "takes five minutes");
  // The list before has this product too if it was ordered a moment ago.
  await expect(linkedRows(page)).toHaveCount(1);
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
  await expect(linkedRows(page)).toHaveCount(2);
  await filters(page).getByRole("checkbox", { name: "Team favourites" }).check();
  await expect(page).toHaveURL(/[?&]favourites=any/);
  await expect(linkedRows(page)).toHaveCount(2);
  await filters(page).getByRole("checkbox", { name: "My favourites" }).uncheck();
  await expect(linkedRows(page)).toHaveCount(1);
  await page.reload();
  await expect(star(rowOf(page, "Scenario: takes five minutes"))).toHaveAttribute("aria-pressed", "true");

  await support.goto("/catalog?favourites=any");
  const seen = rowOf(support, "Scenario: takes five minutes");
  await expect(seen.getByRole("img", { name: "Team favourite" })).toBeVisible();
  await expect(teamSign(seen)).toHaveCount(0);
  await expect(linkedRows(support)).toHaveCount(1);

  // Removed while the list shows favourites only: the row disappears, and the empty list says what to do.
  await teamSign(rowOf(page, "Scenario: takes five minutes")).click();
  await expect(page.getByText("Your team has no favourites yet")).toBeVisible();
});

test("a favourite that is refused is removed again, with a message", async ({ asBuyer: page }) => {
  await forgetFavourites(page);
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
  await forgetFavourites(page);
  await page.goto("/catalog?q=choose", { waitUntil: "networkidle" });
  let refuse: () => void = () => undefined;
  const refused = new Promise<void>((resolve) => (refuse = resolve));
  await intercept(page, "**/api/catalog/favourites/mine/*", async (route) => {
    await refused;
    await route.abort();
  });
  for (const place of [0, 1]) await star(linkedRows(page).nth(place)).click();
  for (const place of [0, 1])
    await expect(star(linkedRows(page).nth(place))).toHaveAttribute("aria-pressed", "true");
  refuse();
  await expect(page.getByText("Couldn't add favourite")).toHaveCount(2);
  for (const place of [0, 1])
    await expect(star(linkedRows(page).nth(place))).toHaveAttribute("aria-pressed", "false");
});
