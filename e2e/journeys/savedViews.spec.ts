import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/fixtures/test.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";

/** Removes the saved views that the member sees, because the journeys of one worker share their members. */
async function forgetViews({ request }: Page): Promise<void> {
  const current = await request.get("/api/catalog/views");
  const headers = { origin: new URL(current.url()).origin };
  const { views }: { views: { id: string }[] } = await current.json();
  for (const { id } of views) await request.delete(`/api/catalog/views/${id}`, { headers });
}

test("a buyer saves, opens, renames and deletes views; bad names are refused beside their field", async ({
  asBuyer: page,
  asSupport: support,
}) => {
  await forgetViews(page);
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
