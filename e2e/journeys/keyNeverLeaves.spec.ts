import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { addToOrder, emptyDraft, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";

/** The key in every dress it could leave in. */
function dresses(key: string): string[] {
  const bytes = Buffer.from(key);
  const base64 = bytes.toString("base64");
  return [
    key,
    // Inside a longer text base64 begins at another of three places; the middle of each is the same.
    base64.slice(0, 40),
    Buffer.from(` ${key}`).toString("base64").slice(4, 40),
    Buffer.from(`  ${key}`).toString("base64").slice(4, 40),
    bytes.toString("hex"),
    [...bytes].map((byte) => `%${byte.toString(16)}`).join(""),
    encodeURIComponent(key),
  ].map((dress) => dress.toLowerCase());
}

test("the key is in no byte that the browser receives, on any page or answer, nor in what was built", async ({
  asAdmin: page,
  stack,
}) => {
  test.setTimeout(120_000);
  const wanted = dresses(stack.sandboxKey);
  const leaks: string[] = [];
  let bytes = 0;
  const search = (where: string, content: Buffer): void => {
    bytes += content.length;
    const text = content.toString("latin1").toLowerCase();
    if (wanted.some((dress) => text.includes(dress))) leaks.push(where);
  };
  const reading: Promise<void>[] = [];
  page.on("response", (answer) => {
    search(`headers of ${answer.url()}`, Buffer.from(JSON.stringify(answer.headers())));
    if (answer.status() >= 300 && answer.status() < 400) return;
    // An answer that a navigation cut off has no body left to read.
    reading.push(
      answer.body().then(
        (body) => search(answer.url(), body),
        () => undefined,
      ),
    );
  });
  await emptyDraft(page);
  await addToOrder(page, "Scenario: delivers codes as plain strings");
  await page.goto("/orders/new");
  await reviewAndSend(page);
  await referenceOf(page);
  await page.getByRole("button", { name: /^Reveal/ }).click({ timeout: 20_000 });
  await page
    .getByText(/^TEST-/)
    .first()
    .waitFor();
  for (const screen of [
    "/",
    "/catalog",
    "/orders",
    "/orders/none-such",
    "/wallet",
    "/team",
    "/audit",
    "/settings",
    "/settings?tab=sessions",
    "/settings?tab=connection",
    "/settings?tab=requests",
  ]) {
    await page.goto(screen, { waitUntil: "networkidle" });
  }
  for (const route of [
    "/api/wallet",
    "/api/catalog/products",
    "/api/catalog/products/1",
    "/api/orders",
    "/api/orders/x",
    "/api/nothing",
  ]) {
    search(route, await (await page.request.get(route)).body());
  }
  await Promise.all(reading);
  for (const file of await filesBelow(".next/static")) search(file, await readFile(file));
  expect(leaks).toEqual([]);
  expect(bytes).toBeGreaterThan(1_000_000);
});

test("neither the key nor a code is in what the programs logged", async ({ asBuyer: page, stack }) => {
  await emptyDraft(page);
  await addToOrder(page, "Scenario: delivers codes as plain strings");
  await page.goto("/orders/new");
  await reviewAndSend(page);
  await referenceOf(page);
  await page.getByRole("button", { name: /^Reveal/ }).click({ timeout: 20_000 });
  const code = await page
    .getByText(/^TEST-/)
    .first()
    .textContent();
  for (const file of await filesBelow(stack.logs)) {
    const text = await readFile(file, "utf8");
    expect(text).not.toContain(stack.sandboxKey);
    expect(text).not.toContain(code);
  }
});

test("every response carries the headers that protect it", async ({ asBuyer: page }) => {
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  for (const [address, isPage] of [
    ["/catalog", true],
    ["/sign-in", true],
    ["/api/wallet", false],
  ] as const) {
    const answer = isPage
      ? await page.goto(address, { waitUntil: "networkidle" })
      : await page.request.get(address);
    const headers = answer?.headers() ?? {};
    expect(headers["content-security-policy"]).toContain("default-src");
    expect(headers["content-security-policy"]).not.toContain("unsafe-inline");
    expect(headers["content-security-policy"]).not.toContain("unsafe-eval");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cache-control"]).toContain("no-store");
    expect(headers["x-powered-by"]).toBeUndefined();
  }
  expect(violations).toEqual([]);
});

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
