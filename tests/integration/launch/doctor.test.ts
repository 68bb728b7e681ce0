import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { examine } from "#scripts/doctor/examine.ts";
import { demoMembers, ONE_OF_EACH_ROLE } from "#scripts/demo/demoMembers.ts";
import { startSandbox, type Sandbox } from "#scripts/launch/sandbox/sandboxProcess.ts";
import { makeTestDirectory } from "#scripts/testStack/testDirectory.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { startMailServer, type MailServer } from "#tests/support/mailServer.ts";

let inbox: MailServer;
let sandbox: Sandbox;
let database: TestDatabase;
let variables: Record<string, string>;
const SECRET = "s3cret-of-the-deployment-0123456789abcdef";
beforeAll(async () => {
  [sandbox, database, inbox] = await Promise.all([startSandbox(), createTestDatabase(), startMailServer()]);
  variables = {
    DATABASE_URL: database.url,
    SERVICE_SANDBOX_URL: sandbox.url,
    SERVICE_SANDBOX_KEY: sandbox.key,
    NEXTAUTH_SECRET: SECRET,
    CODES_FINGERPRINT_KEY: SECRET,
  };
});
beforeEach(() => sandbox.control("POST", "reset"));
afterEach(() =>
  database.pool.query(
    "delete from webhooks; delete from drizzle.__drizzle_migrations where created_at = 9e12",
  ),
);
afterAll(async () => {
  await Promise.all([sandbox.dispose(), database.drop(), inbox.close()]);
});

type Change = (url: URL) => void;
const databaseWith = (change: Change): string => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};
/** Replaces the answer to the next call of an operation. */
const instead = (operation: string, action: object) =>
  sandbox.control("POST", "faults", { operation, action: { kind: "answer", status: 200, ...action } });
const json = { "content-type": "application/json" };
const TWO_LISTS = JSON.stringify({ a: [{ id: 1, name: "Card A" }], b: [{ id: 2, name: "Card B" }] });

const MAIL = { MAIL_FROM: "desk@partner.example", NEXTAUTH_URL: "http://localhost:3000" };
type SetUp = () => Promise<Record<string, string>> | Record<string, string>;
/** [what is broken, the set-up, the beginning of the first line] */
const BROKEN: [string, SetUp, RegExp][] = [
  [
    "no service at all",
    () => ({ SERVICE_SANDBOX_URL: "", SERVICE_SANDBOX_KEY: "" }),
    /no service is configured/,
  ],
  [
    "a production key for the sandbox",
    () => ({ SERVICE_SANDBOX_KEY: `svc_live_${SECRET}` }),
    /^The configuration cannot be used: SERVICE_SANDBOX_KEY cannot be used: a production key/,
  ],
  ["a secret that is too short", () => ({ NEXTAUTH_SECRET: "short" }), /NEXTAUTH_SECRET is too short/],
  [
    "a pointer that is none",
    () => ({ SERVICE_CATALOG_POINTER: "data.products" }),
    /SERVICE_CATALOG_POINTER must be a JSON pointer/,
  ],
  [
    "a webhook that leads into the own network",
    async () => {
      await database.pool.query(
        `with member as (insert into members (email, name, role, created_at, updated_at) values ('w', 'W', 'admin', now(), now()) returning id)
         insert into webhooks (environment, url, kinds, secret, created_at, created_by)
         select 'sandbox', 'https://127.0.0.1/t0ken', '{}', '', now(), id from member`,
      );
      return {};
    },
    /^Webhook: nothing can be sent to 127\.0\.0\.1 \((?!.*t0ken)/,
  ],
  [
    "a sender without a mail server",
    () => ({ MAIL_FROM: "Codedesk <desk@partner.example>" }),
    /MAIL_URL and MAIL_FROM belong together/,
  ],
  [
    "a mail server that knows another password",
    () => ({ ...MAIL, MAIL_URL: inbox.url.replace(/:[^:@]*@/, ":wr%40ng@") }),
    /^Mail: 127\.0\.0\.1:\d+ does not let us in \(.*535(?!.*wr@ng)/,
  ],
  [
    "a database that does not listen",
    () => ({ DATABASE_URL: databaseWith((url) => (url.port = "9")) }),
    /^The database .* does not answer .*check DATABASE_URL/,
  ],
  [
    "a database that does not exist",
    () => ({ DATABASE_URL: databaseWith((url) => (url.pathname = "/nobody")) }),
    /^The database .*\/nobody does not answer/,
  ],
  [
    "a database without migrations",
    () => ({ DATABASE_URL: databaseWith((url) => (url.pathname = "/postgres")) }),
    /^Migrations are missing in the database/,
  ],
  [
    "a database that a newer version has migrated",
    async () => {
      await database.pool.query(
        "insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 9e12)",
      );
      return {};
    },
    /^Migrations: the database has some that this version does not know: go on with the newer version/,
  ],
  [
    "a service that does not listen",
    () => ({ SERVICE_SANDBOX_URL: "http://127.0.0.1:9/v2" }),
    /^Sandbox: 127\.0\.0\.1:9 cannot be reached .*SERVICE_SANDBOX_URL/,
  ],
  [
    "a service whose name does not exist",
    () => ({ SERVICE_SANDBOX_URL: "https://nowhere.invalid/v2" }),
    /^Sandbox: nowhere\.invalid cannot be reached/,
  ],
  [
    "an address without the service",
    () => ({ SERVICE_SANDBOX_URL: new URL("/elsewhere", sandbox.url).href }),
    /^Sandbox: 127\.0\.0\.1:\d+ answers 404 .*ends in \/v2/,
  ],
  [
    "a revoked key",
    () => ({ SERVICE_SANDBOX_KEY: `svc_test_${SECRET}` }),
    /^Sandbox: the key is refused \(401\)/,
  ],
  [
    "a clock that is wrong",
    async () => {
      await sandbox.control("POST", "clock", { moveMs: -3_600_000 });
      return {};
    },
    /^Sandbox: its clock is 3(599|600|601) s behind this machine's/,
  ],
  [
    "a used-up rate",
    async () => {
      await sandbox.control("POST", "settings", { rate: { burst: 1, perSecond: 0.1 } });
      await fetch(`${sandbox.url}/wallet`, { headers: { "x-api-key": sandbox.key } });
      return {};
    },
    /^Sandbox: the rate limit is exceeded \(429\): run this again after \d+ s/,
  ],
  [
    "a redirect",
    async () => {
      await instead("wallet", { status: 308, headers: { location: "https://elsewhere.example/v2/wallet" } });
      return {};
    },
    /^Sandbox: .* redirects elsewhere \(308\)/,
  ],
  [
    "a web page for a service",
    async () => {
      await instead("wallet", { body: "<html></html>", headers: { "content-type": "text/html" } });
      return {};
    },
    /^Sandbox: .* answers no JSON \(text\/html\)/,
  ],
  [
    "a catalog in a shape that cannot be read",
    async () => {
      await instead("products", { body: TWO_LISTS, headers: json });
      return {};
    },
    /^Sandbox: no list of products can be read; SERVICE_CATALOG_POINTER: .*\{a: \[\{id: integer, name: text\}\], b: /,
  ],
  [
    "a catalog whose products cannot be read but for their ids",
    async () => {
      await instead("products", {
        body: JSON.stringify([{ id: 1, info: { label: "Card A", minorUnits: 100 } }]),
        headers: json,
      });
      return {};
    },
    /^Sandbox: none of the 1 products on the first page has a price .*\{id: integer, info: \{label: text, minorUnits: integer\}\}/,
  ],
  [
    "a wallet in a shape that cannot be read",
    async () => {
      await instead("wallet", { body: '{"money":"much"}', headers: json });
      return {};
    },
    /^Sandbox: no balance can be read in the wallet: set SERVICE_WALLET_POINTER.*\{money: text\}/,
  ],
];

describe("npm run doctor", () => {
  it("finds nothing to do in a deployment that is well, and looks at all of it", async () => {
    const findings = await examine(variables);
    expect(findings.filter(({ ok }) => !ok)).toEqual([]);
    expect(findings.map(({ line }) => line.replaceAll(/\d+/g, "N"))).toEqual([
      "Configuration: complete, for sandbox",
      expect.stringMatching(/^Database: PostgreSQL N/),
      "Migrations: all applied",
      expect.stringMatching(/^Database: its role can rewrite the audit log; with MIGRATION_DATABASE_URL/),
      "Sandbox: reachable, the first byte after N ms, the key is accepted",
      "Sandbox: clocks differ by N s",
      "Sandbox: no rate-limit headers; the rate is learned from Ns",
      "Sandbox: wallet readable, in EUR, USD, GBP, JPY, KWD",
      "Sandbox: catalog readable, N products on the first page, N in total",
      "Mail: none is sent; notices are in the dashboard",
      "Audit log: anchored in the log alone",
      "Metrics: none, because METRICS_TOKEN is not set",
    ]);
  });

  it("says that the data directory is the one of a demo", async () => {
    const dataDir = makeTestDirectory("codedesk-doctor-");
    demoMembers(dataDir, ONE_OF_EACH_ROLE);
    const [first] = await examine({ ...variables, DATABASE_URL: "", DATA_DIR: dataDir });
    rmSync(dataDir, { recursive: true });
    expect(first).toEqual({
      ok: false,
      line: expect.stringContaining("has the members and orders of the demo"),
    });
  });

  it("says what it cannot look at while the embedded database does not run", async () => {
    const DATA_DIR = makeTestDirectory("codedesk-doctor-");
    const findings = await examine({ ...variables, DATABASE_URL: "", DATA_DIR });
    rmSync(DATA_DIR, { recursive: true });
    expect(findings.map(({ line }) => line)).toEqual(
      expect.arrayContaining([
        "Database: an embedded one below DATA_DIR, started by npm start",
        "Webhooks: not looked at, because doctor never opens the embedded database",
      ]),
    );
  });

  it.each(BROKEN)("names %s in its first line, and no secret anywhere", async (_, setUp, first) => {
    const findings = await examine({ ...variables, ...(await setUp()) });
    expect(findings[0]).toMatchObject({ ok: false, line: expect.stringMatching(first) });
    const all = findings.map(({ line }) => line).join("\n");
    const password = decodeURIComponent(new URL(database.url).password);
    for (const secret of [SECRET, sandbox.key, "Card", ...(password === "" ? [] : [password])]) {
      expect(all).not.toContain(secret);
    }
  });

  it("prints one line for each finding, and has an exit code", async () => {
    const doctor = (changes: Record<string, string>) =>
      new Promise<{ code: number; output: string }>((resolve) => {
        const args = ["--conditions=react-server", "scripts/doctor.ts"];
        const env = { ...process.env, ...variables, ...changes };
        execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
          resolve({ code: Number(error?.code ?? 0), output: stdout + stderr });
        });
      });
    const good = await doctor({});
    expect(good.output.trim().split("\n")).toHaveLength(12);
    expect(good.output).toMatch(/^(ok {5}\S.*\n)+$/);
    expect(good.code).toBe(0);
    const bad = await doctor({ SERVICE_SANDBOX_KEY: "svc_test_revoked" });
    expect(bad.output).toMatch(/^TO DO {2}Sandbox: the key is refused \(401\)/);
    expect(bad.code).toBe(1);
  });
});
