import { expect, test } from "#e2e/fixtures/test.ts";
import { paths } from "#lib/paths.ts";
import { cookieHeader } from "#scripts/browser/session.ts";
import { placeOverHttp } from "#tests/support/placeOverHttp.ts";

test("no page even tries what its content policy refuses, which Firefox and Safari report in the console", async ({
  browser,
  stack,
  sessions,
}) => {
  const { externalOrderCode } = await placeOverHttp(stack, cookieHeader(sessions.admin), "slow", 3);
  const context = await browser.newContext({ baseURL: stack.url, storageState: sessions.admin });
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
      console.warn(`refused: ${violatedDirective} ${blockedURI} in ${sourceFile}`);
    });
  });
  const page = await context.newPage();
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.text().startsWith("refused: ")) refused.push(`${page.url()} ${message.text()}`);
  });
  const addresses = [
    paths.overview(),
    paths.catalog(),
    paths.newOrder(),
    paths.orders(),
    paths.order(externalOrderCode),
    paths.wallet(),
    "/codes",
    "/team",
    "/audit",
    "/settings",
    "/help",
  ];
  for (const address of addresses) await page.goto(address, { waitUntil: "networkidle" });
  expect(refused).toEqual([]);
  await context.close();
});
