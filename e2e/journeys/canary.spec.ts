import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import type { BrowserContext, BrowserType, Page } from "@playwright/test";
import type { Client } from "pg";
import { workbookFile } from "#lib/files/workbookFile.ts";
import { filesWith, tablesWith, temporaryOfOthers, type Found } from "#tests/support/findSecret.ts";
import type { TestStack } from "#scripts/testStack/startTestStack.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { asOwner } from "#e2e/support/asOwner.ts";
import { placeOrder } from "#e2e/support/placeOrder.ts";

/** Where a browser and its downloads are, on disk as with a person. */
type Profile = { directory: string; downloads: string };

/** Everything that the program, its database and a browser write while somebody works with codes. */
type Places = {
  cluster: string;
  logs: string;
  build: string;
  profile: string;
  except: string[];
  since: number;
};

test("a code that was revealed, copied, exported, handed out and looked up is afterwards on no disk, and one that is written there is found", async ({
  playwright,
  stack,
  sessions,
}) => {
  const since = Date.now() - 1_000;
  const root = mkdtempSync(join(tmpdir(), "codedesk-canary-"));
  const profile = { directory: join(root, "profile"), downloads: join(root, "downloads") };
  const dataDir = dirname(stack.logs);
  const places: Places = {
    cluster: join(dataDir, "database"),
    logs: stack.logs,
    build: stack.build,
    profile: profile.directory,
    // The service's own data, files that a person has asked for, and what other tests write.
    except: [join(dataDir, "sandbox"), profile.downloads, ...temporaryOfOthers(dataDir, root)],
    since,
  };
  try {
    const context = await openProfile(playwright.chromium, profile);
    const addresses: string[] = [];
    context.on("request", (request) => addresses.push(request.url()));
    await context.addCookies(sessions.admin.cookies);
    const codes = await workWithCodes(context.pages()[0] ?? (await context.newPage()), stack);
    await context.close();
    expect(addresses.length).toBeGreaterThan(20);
    for (const code of codes) expect(addresses.join("\n").toLowerCase()).not.toContain(code.toLowerCase());
    const owner = await asOwner(stack);
    try {
      await owner.query("checkpoint");
      expect(await tablesWith(owner, codes)).toEqual([]);
      expect(search(codes, places)).toEqual([]);

      // Whatever is written to any of these places is found there.
      const careless = { ...places, directory: join(root, "careless", "deeper") };
      const written = [
        ...(await writeInBrowser(await openProfile(playwright.chromium, profile), stack)),
        ...(await writeFiles(careless)),
        ...(await writeInDatabase(owner)),
      ];
      const found = search(
        written.map(({ secret }) => secret),
        places,
      );
      for (const { secret, where } of written) {
        const paths = found.filter((each) => each.secret === secret).map(({ path }) => path);
        expect(paths.join("\n")).toMatch(where);
      }
      for (const { secret } of written.slice(-2))
        expect(await tablesWith(owner, [secret])).toEqual(["careless"]);
    } finally {
      await owner.query("rollback");
      await owner.query("drop table if exists careless");
      await owner.end();
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

/** A browser with a profile on disk; the browsers of other journeys keep everything in memory. */
function openProfile(chromium: BrowserType, { directory, downloads }: Profile): Promise<BrowserContext> {
  return chromium.launchPersistentContext(directory, {
    downloadsPath: downloads,
    permissions: ["clipboard-read", "clipboard-write"],
  });
}

/** Does everything that a member can do with codes. Returns the codes, and the passphrase of an archive with them. */
async function workWithCodes(page: Page, stack: TestStack): Promise<string[]> {
  const reference = await placeOrder(page, stack, [["pins-as-strings", 2]]);
  await page.addInitScript(() => {
    window.print = () => dispatchEvent(new Event("afterprint"));
  });
  await page.goto(`${stack.url}/orders/${reference}`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Reveal 2 codes" }).click();
  const shown = page.getByRole("table", { name: "Codes" }).getByText(/^TEST-/);
  await expect(shown).toHaveCount(2);
  const codes = await shown.allTextContents();
  await page.getByRole("button", { name: "Copy 2 codes" }).click();
  await page.getByRole("button", { name: "More for code 1" }).click();
  await page.getByRole("menuitem", { name: "Show as QR code" }).click();
  await page.keyboard.press("Escape");
  const passphrase = await exportAll(page);
  await handOutOne(page, stack, reference);
  await lookUp(page, stack, codes[0] ?? "");
  await page.goBack();
  await page.reload();
  return [...codes, passphrase];
}

async function exportAll(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog");
  for (const format of ["csv", "xlsx", "json"]) {
    await page.getByRole("button", { name: "Export…" }).click();
    await dialog.getByLabel("Format").selectOption(format);
    await dialog.getByRole("button", { name: "Export codes" }).click();
    await dialog.getByRole("button", { name: "Done" }).click();
  }
  await page.getByRole("button", { name: "Export…" }).click();
  await dialog.getByLabel("Format").selectOption("print");
  await dialog.getByRole("button", { name: "Print codes" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Export…" }).click();
  await dialog.getByLabel(/^Encrypt the file/).check();
  await dialog.getByRole("button", { name: "Export codes" }).click();
  const passphrase = (await dialog.getByRole("code").textContent()) ?? "";
  await dialog.getByRole("button", { name: "I've saved it" }).click();
  expect(passphrase).not.toBe("");
  return passphrase;
}

async function handOutOne(page: Page, stack: TestStack, customer: string): Promise<void> {
  await page.goto(`${stack.url}/codes`, { waitUntil: "networkidle" });
  await page
    .getByRole("row", { name: /delivers codes as plain strings/ })
    .getByRole("button", { name: /^Hand out/ })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Customer reference").fill(customer);
  await dialog.getByRole("button", { name: "Hand out 1 code", exact: true }).click();
  // Other journeys may have left untouched codes of this product; its own were exported.
  const shown = dialog.getByText(/^TEST-/);
  const anyway = dialog.getByRole("button", { name: "Hand out 1 code anyway" });
  await expect(shown.or(anyway)).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(shown).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
}

/** Looks up a code in the field for it and, as people do, in the one for references. */
async function lookUp(page: Page, stack: TestStack, code: string): Promise<void> {
  await page.goto(`${stack.url}/lookup`, { waitUntil: "networkidle" });
  const field = page.getByRole("textbox", { name: "Code", exact: true });
  await field.fill(code);
  await field.press("Enter");
  await expect(
    page.getByRole("region", { name: "Whose is this code?" }).getByRole("link").first(),
  ).toBeVisible();
  await page.getByRole("textbox", { name: "References" }).fill(code);
  await page.getByRole("button", { name: "Look up 1 order" }).click();
  await expect(page.getByText(/This is a code, not a reference/)).toBeVisible();
}

/** A secret that was written, and the files in which it must be found. */
type Written = { secret: string; where: RegExp };
const into = (where: RegExp): Written => ({ secret: `CANARY-${randomUUID()}`.toUpperCase(), where });

/** A text that contains the secret, long enough that no compression leaves it unchanged. */
function textWith({ secret }: Written): string {
  const lines = Array.from({ length: 40 }, (_, n) => `line ${n} of what somebody wrote\n`).join("");
  return `${lines}${JSON.stringify({ pin: secret })}\n${lines}`;
}

/** Stores secrets in a browser in every way that a page can. */
async function writeInBrowser(context: BrowserContext, stack: TestStack): Promise<Written[]> {
  const page = context.pages()[0] ?? (await context.newPage());
  const [local, indexed, cached] = [into(/Local Storage/), into(/IndexedDB/), into(/CacheStorage/)];
  await page.goto(`${stack.url}/sign-in`);
  await page.evaluate(
    async ([forStorage = "", forDatabase = "", forCache = ""]) => {
      localStorage.setItem("kept", btoa(`{"pin":"${forStorage}"}`));
      await (await caches.open("kept")).put("/kept", new Response(forCache));
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("kept", 1);
        opening.addEventListener(
          "upgradeneeded",
          () => void opening.result.createObjectStore("kept").put(forDatabase, 1),
        );
        opening.addEventListener("success", () => resolve());
        opening.addEventListener("error", () => reject(new Error("no database")));
      });
    },
    [local, indexed, cached].map(({ secret }) => secret),
  );
  const answered = await readAnswers(page);
  await context.close();
  return [local, indexed, cached, ...answered];
}

/** Opens pages that the browser may cache, encoded in every way that browsers accept. */
async function readAnswers(page: Page): Promise<Written[]> {
  const answers = Object.entries({
    gzip: gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    zstd: zstdCompressSync,
  }).map(([encoding, compress]) => ({ encoding, compress, written: into(/Cache_Data/) }));
  const server = createServer((request, response) => {
    const answer = answers.find(({ encoding }) => request.url === `/${encoding}`);
    if (answer === undefined) return void response.writeHead(404).end();
    const headers = { "content-type": "text/plain", "cache-control": "max-age=3600" };
    response.writeHead(200, { ...headers, "content-encoding": answer.encoding });
    response.end(answer.compress(textWith(answer.written)));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  for (const { encoding, written } of answers) {
    await page.goto(`http://127.0.0.1:${port ?? ""}/${encoding}`);
    await expect(page.getByText(written.secret)).toBeVisible();
  }
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
  return answers.map(({ written }) => written);
}

async function writeFiles({ logs, directory }: { logs: string; directory: string }): Promise<Written[]> {
  const [logged, answered, rotated] = [into(/dashboard\.log/), into(/dashboard\.log/), into(/log\.1\.gz/)];
  const careless = (name: string) => into(new RegExp(`careless.*${name}`));
  const [temporary, workbook] = [careless("export.tmp"), careless("workbook.tmp")];
  const [sent, packedTwice] = [careless("sent.tmp"), careless("twice.tmp")];
  appendFileSync(join(logs, "dashboard.log"), `${JSON.stringify({ pin: logged.secret })}\n`);
  writeFileSync(join(logs, "dashboard.log.1.gz"), gzipSync(textWith(rotated)));
  const body = gzipSync(textWith(answered)).toString("base64");
  appendFileSync(join(logs, "dashboard.log"), `${JSON.stringify({ body })}\n`);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "export.tmp"), Buffer.from(temporary.secret).toString("hex"));
  writeFileSync(join(directory, "workbook.tmp"), await workbookWith(workbook));
  writeFileSync(join(directory, "sent.tmp"), brotliCompressSync(textWith(sent)));
  writeFileSync(join(directory, "twice.tmp"), gzipSync(await workbookWith(packedTwice)));
  return [logged, rotated, answered, temporary, workbook, sent, packedTwice];
}

function workbookWith(written: Written): Promise<Uint8Array> {
  const rows = () =>
    textWith(written)
      .split("\n")
      .map((line) => [line]);
  return workbookFile({ name: "Codes", columns: [{ head: "Code", width: 20 }], rows });
}

/**
 * Writes a row that stays, one that is rolled back, and sorts rows that do not fit into memory. The sort lasts until the
 * session's next rollback.
 */
async function writeInDatabase(owner: Client): Promise<Written[]> {
  const [kept, packed] = [into(/\/base\//), into(/\/base\//)];
  const [undone, sorted] = [into(/\/pg_wal\//), into(/\/pgsql_tmp/)];
  await owner.query("create table careless (pin text, file bytea)");
  await owner.query("begin");
  await owner.query("insert into careless values ($1)", [undone.secret]);
  await owner.query("rollback");
  await owner.query("insert into careless values ($1)", [kept.secret]);
  await owner.query("insert into careless (file) values ($1)", [gzipSync(textWith(packed))]);
  await owner.query("checkpoint");
  await owner.query("begin");
  await owner.query("set local work_mem = '64kB'");
  await owner.query(
    `declare sorted cursor for select '${sorted.secret}' || n from generate_series(1, 20000) n order by md5(n::text)`,
  );
  await owner.query("fetch 1 from sorted");
  return [undone, sorted, kept, packed];
}

/** The files in all places that contain one of the secrets. */
function search(
  secrets: readonly string[],
  { cluster, logs, build, profile, except, since }: Places,
): Found[] {
  return [
    ...filesWith([cluster, logs, profile], secrets, { except }),
    ...filesWith([tmpdir(), dirname(logs), build], secrets, {
      since,
      except: [...except, cluster, logs, profile],
    }),
  ];
}
