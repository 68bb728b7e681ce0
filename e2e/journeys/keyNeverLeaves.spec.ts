import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { addToOrder, emptyDraft, referenceOf, reviewAndSend } from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";

/** The key in every form in which it could leave, in lower case: as text that is searched for, and as the service could send it. */
function formsOf(key: string): string[] {
  const bytes = Buffer.from(key);
  const base64 = bytes.toString("base64");
  const each = (form: (hex: string, code: number) => string) =>
    [...bytes].map((code) => form(code.toString(16), code)).join("");
  return [
    key,
    // In a longer text, base64 begins at one of three other offsets; the middle of each is the same.
    base64.slice(0, 40),
    Buffer.from(` ${key}`).toString("base64").slice(4, 40),
    Buffer.from(`  ${key}`).toString("base64").slice(4, 40),
    bytes.toString("hex"),
    each((hex) => `%${hex}`),
    each((hex) => `%25${hex}`),
    each((hex) => String.raw`\u00${hex}`),
    each((hex) => `&#x${hex};`),
    each((_, code) => `&#${code};`),
    encodeURIComponent(key),
  ].map((form) => form.toLowerCase());
}

/** The content of a JSON string, as a service that repeats the request's key could write it. */
function echoesOf(key: string): string[] {
  const bytes = Buffer.from(key);
  const each = (form: (hex: string, code: number) => string) =>
    [...bytes].map((code) => form(code.toString(16), code)).join("");
  const escaped = each((hex) => String.raw`\u00${hex}`);
  return [
    key,
    escaped,
    escaped.replaceAll("\\", "\\\\"),
    `${key.slice(0, 20)}${escaped.slice(20 * 6)}`,
    each((hex) => `%${hex}`),
    each((hex) => `%25${hex.toUpperCase()}`),
    each((hex) => `&#x${hex};`),
    each((_, code) => `&#${code};`),
    bytes.toString("base64"),
    Buffer.from(`x-api-key: ${key}`).toString("base64"),
    Buffer.from(`key=${key}&more`).toString("base64url"),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
  ];
}

test("the key is in no byte that the browser receives, on any page or answer, nor in what was built", async ({
  asAdmin: page,
  stack,
}) => {
  const wanted = formsOf(stack.sandboxKey);
  const leaks: string[] = [];
  let bytes = 0;
  const search = (where: string, content: Buffer): void => {
    bytes += content.length;
    const text = content.toString("latin1").toLowerCase();
    if (wanted.some((form) => text.includes(form))) leaks.push(where);
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
  await page.getByRole("button", { name: /^Reveal/ }).click();
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
  for (const file of await filesBelow(path.join(stack.build, ".next/static")))
    search(file, await readFile(file));
  expect(leaks).toEqual([]);
  expect(bytes).toBeGreaterThan(1_000_000);
});

test("a service that repeats the key in any form discloses it neither to the browser nor to a log", async ({
  asAdmin: page,
  stack,
}) => {
  const wanted = formsOf(stack.sandboxKey);
  const leaks: string[] = [];
  let bytes = 0;
  const search = (where: string, text: string): void => {
    bytes += Buffer.byteLength(text);
    if (wanted.some((form) => text.toLowerCase().includes(form))) leaks.push(where);
  };
  const echoes = echoesOf(stack.sandboxKey);
  for (const echo of echoes) {
    await stack.control("DELETE", "faults");
    const json = { "content-type": "application/json" };
    const message = `Bad request with key ${echo} here`;
    const refusal = {
      status: 400,
      body: `{"statusCode":400,"error":"${echo}","message":"${message}"}`,
      headers: json,
    };
    const wallet = {
      status: 200,
      body: `{"balances":[{"currency":"EUR","balance":1}],"${echo}":"${message}"}`,
      headers: json,
    };
    for (const [operation, answer] of Object.entries({
      wallet,
      product: refusal,
      order: refusal,
      place: refusal,
    })) {
      await stack.control("POST", "faults", {
        operation,
        times: 1_000,
        action: { kind: "answer", ...answer },
      });
    }
    for (const route of [
      "/api/wallet",
      "/api/catalog/products/1",
      "/api/orders/no-such-order",
      "/api/settings/calls",
    ]) {
      search(`${route} after ${echo.slice(0, 12)}…`, await (await page.request.get(route)).text());
    }
  }
  // The request log is written a moment after the calls.
  await expect(async () => {
    const calls = await (await page.request.get("/api/settings/calls")).text();
    expect(calls.split("[key]").length).toBeGreaterThan(echoes.length);
    search("the request log", calls);
  }).toPass();
  for (const screen of ["/", "/wallet", "/settings", "/orders/no-such-order"]) {
    await page.goto(screen, { waitUntil: "networkidle" });
    search(screen, await page.content());
  }
  for (const file of await filesBelow(stack.logs)) search(file, await readFile(file, "utf8"));
  await stack.control("DELETE", "faults");
  expect(leaks).toEqual([]);
  expect(bytes).toBeGreaterThan(200_000);
});

test("neither the key nor a code is in what the programs logged", async ({ asBuyer: page, stack }) => {
  await emptyDraft(page);
  await addToOrder(page, "Scenario: delivers codes as plain strings");
  await page.goto("/orders/new");
  await reviewAndSend(page);
  await referenceOf(page);
  await page.getByRole("button", { name: /^Reveal/ }).click();
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
