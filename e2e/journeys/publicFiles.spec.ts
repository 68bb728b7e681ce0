import { expect, test } from "#e2e/fixtures/test.ts";

test("the icons and the web app manifest that a page names are there for anybody, and browsers may keep them", async ({
  page,
}) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") refused.push(message.text());
  });
  await page.goto("/sign-in", { waitUntil: "networkidle" });
  const href = (rel: string) => page.locator(`link[rel="${rel}"]`).getAttribute("href");
  const manifest = await page.request.get((await href("manifest")) ?? "");
  expect(manifest.headers()).toMatchObject({
    "content-type": expect.stringContaining("manifest+json"),
    "cache-control": "public, max-age=86400",
    "x-content-type-options": "nosniff",
  });
  const { name, start_url: start, icons } = await manifest.json();
  expect({ name, start }).toEqual({ name: "Codedesk", start: "/" });
  const addresses = [
    ...icons.map(({ src }: { src: string }) => src),
    await href("icon"),
    await href("apple-touch-icon"),
    // No page names it, but browsers and other programs ask for it nevertheless.
    "/favicon.ico",
  ];
  expect(addresses.length).toBeGreaterThan(4);
  for (const address of addresses) {
    const icon = await page.request.get(address);
    expect([icon.status(), icon.headers()["cache-control"]], address).toEqual([200, "public, max-age=86400"]);
    expect(icon.headers()["content-type"]).toMatch(/^image\/(?:svg\+xml|png|vnd\.microsoft\.icon|x-icon)/);
  }
  expect(refused).toEqual([]);
});

test("search engines are told to stay away", async ({ page }) => {
  const robots = await page.request.get("/robots.txt");
  expect(await robots.text()).toContain("Disallow: /\n");
});
