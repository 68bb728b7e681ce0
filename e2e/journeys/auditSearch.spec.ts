import { expect, test } from "#e2e/fixtures/test.ts";

test("a text that no record has, which may be a code, is in no address; one that a record has can be linked to", async ({
  asAdmin: page,
}) => {
  const code = "TYPD-CODE-7Q4X-99ZB";
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/audit", { waitUntil: "networkidle" });
  const search = page.getByRole("main").getByRole("searchbox", { name: "Search" });
  await search.fill(code);
  await search.press("Enter");
  await expect(page.getByText("No records found")).toBeVisible();
  await expect(search).toHaveValue(code);
  // Another filter beside it changes nothing about that.
  await page.getByLabel("Action").selectOption({ label: "Signed in" });
  await expect(page).toHaveURL(/\/audit\?action=member\.signed-in$/);
  await expect(page.getByText("No records found")).toBeVisible();
  expect(page.url()).not.toContain(code);
  expect(asked.filter((url) => url.includes(code))).toEqual([]);

  await search.fill("member.signed-in");
  await search.press("Enter");
  await expect(page.getByRole("list", { name: "Audit records" })).toBeVisible();
  await expect(page).toHaveURL(/\/audit\?q=member\.signed-in&action=member\.signed-in$/);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/audit$/);
  await expect(search).toHaveValue("");
});
