import type { Page } from "@playwright/test";
import { FONTS_COOKIE } from "#lib/fontsCookie.ts";
import { expect, test } from "#e2e/fixtures/test.ts";

const fontOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).fontFamily.split(",")[0]);

test("a browser's first page waits for no font and no script, and the next one has both from the beginning", async ({
  asBuyer: page,
  stack,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const fonts = () => asked.filter((path) => path.endsWith(".woff2"));
  await page.goto("/catalog", { waitUntil: "commit" });
  await page.getByRole("searchbox", { name: "Search the catalog" }).fill("gift");
  expect(await fontOf(page)).toBe('"Inter Stand-in"');
  expect(fonts()).toEqual([]);

  // The page is used as it was painted, while the fonts are fetched for the next page.
  await expect(page).toHaveURL(/q=gift/);
  const cookies = async () => (await page.context().cookies()).map(({ name }) => name);
  await expect.poll(cookies).toContain(FONTS_COOKIE);
  expect(fonts()).toHaveLength(2);
  expect(await fontOf(page)).toBe('"Inter Stand-in"');

  await page.goto("/orders");
  expect(await fontOf(page)).toBe("Inter");
  const head = await (await page.request.get(`${stack.url}/orders`)).text();
  expect(head.slice(0, head.indexOf("</head>"))).not.toMatch(/<script[^>]* src="[^"]*"[^>]* async/);
});
