import { expect, test } from "#e2e/fixtures/test.ts";
import { paths } from "#lib/paths.ts";

test("on a phone, the tab that one came for is in sight among those that scroll", async ({
  asAdmin: page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const settings = page.getByRole("navigation", { name: "Settings" });
  for (const [tab, name] of [
    ["requests", "Request log"],
    ["account", "Account"],
    ["webhooks", "Webhooks"],
  ] as const) {
    await page.goto(paths.settings(tab));
    await expect(settings.getByRole("link", { name })).toBeInViewport({ ratio: 0.9 });
  }
  await page.goto("/orders?tab=not-placed");
  const states = page.getByRole("navigation", { name: "State of the orders" });
  await expect(states.getByRole("button", { name: /^Not placed/ })).toBeInViewport({ ratio: 0.9 });
  await states.getByRole("button", { name: /^Completed/ }).click();
  await expect(states.getByRole("button", { name: /^Completed/ })).toBeInViewport({ ratio: 0.9 });
});
