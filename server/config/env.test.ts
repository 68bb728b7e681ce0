import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLaunchSettings, readSettings } from "./env.ts";
import { CONFIGURATION_VARIABLES } from "./variables.ts";

const SECRET = "a".repeat(40);
const complete = {
  DATABASE_URL: "postgresql://u:p@127.0.0.1:5432/codedesk",
  SERVICE_SANDBOX_URL: "https://sandbox.example.com/v2",
  SERVICE_SANDBOX_KEY: "svc_test_1234567890",
  NEXTAUTH_SECRET: SECRET,
  CODES_FINGERPRINT_KEY: SECRET,
};

/** A sandbox on this machine, and the demo's description of itself. */
const LOCAL = { SERVICE_SANDBOX_URL: "http://127.0.0.1:4010/v2" };
const OIDC = {
  OIDC_ISSUER: "https://id.example.com",
  OIDC_CLIENT_ID: "codedesk",
  OIDC_CLIENT_SECRET: "secret",
};
const DEMO = JSON.stringify({
  signIn: { title: "Demo members", text: "" },
  tryThis: { title: "Try this", text: "" },
  members: [],
  scenarios: [],
});

function errorOf(changes: Record<string, string | undefined>): string {
  try {
    readSettings({ ...complete, ...changes });
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return "accepted";
}

describe("the configuration", () => {
  it("refuses a data directory whose path would break the files in which it is recorded", () => {
    for (const DATA_DIR of ["data\nofficer", "data\0", "\u0085"]) {
      expect(() => readLaunchSettings({ DATA_DIR })).toThrow(
        "DATA_DIR must be a path without line breaks and other control characters",
      );
    }
    expect(readLaunchSettings({ DATA_DIR: "/a, b/ü" }).dataDir).toBe("/a, b/ü");
  });

  it("is read", () => {
    const settings = readSettings({
      ...complete,
      SERVICE_SANDBOX_KEY_STANDBY: "svc_test_next",
      SERVICE_PRODUCTION_URL: "https://codes.example.com/v2",
      SERVICE_PRODUCTION_KEY: "svc_live_1234567890",
      SERVICE_FILTER_PARAMS: '{"country":"country_code"}',
      SERVICE_CATALOG_POINTER: "/data/v2~1list",
      NEXTAUTH_URL: "https://desk.example.com/",
    });
    expect(settings.services.sandbox?.keys).toEqual(["svc_test_1234567890", "svc_test_next"]);
    expect(settings.services.production?.baseUrl).toBe("https://codes.example.com/v2");
    expect(settings.filterParams).toEqual({
      country: "country_code",
      language: "language",
      brand: "brand",
      category: "category",
      tag: "tag",
    });
    expect(settings.pointers).toMatchObject({ catalog: ["data", "v2/list"], wallet: undefined });
    expect(settings.ownAddress).toBe("https://desk.example.com");
    expect(settings.oidc).toBeNull();
  });

  it("maps groups in the order that was written, and lets nobody join unless domains are listed", () => {
    expect(readSettings({ ...complete, ...OIDC }).oidc).toMatchObject({
      scope: "openid email profile",
      roles: null,
      newMembers: null,
    });
    const { oidc } = readSettings({
      ...complete,
      ...OIDC,
      OIDC_ROLE_CLAIM: "/realm_access/roles",
      OIDC_ROLE_MAPPING: '[["9","buyer"],["1","admin"]]',
      OIDC_NEW_MEMBER_DOMAINS: "Partner.Example, b.example",
    });
    expect(oidc?.roles?.claim).toEqual(["realm_access", "roles"]);
    expect(oidc?.roles?.mapping.map(({ group }) => group)).toEqual(["9", "1"]);
    expect(oidc?.newMembers).toEqual({ domains: ["partner.example", "b.example"], role: "support" });
  });

  it("makes a dashboard the demo only beside a sandbox on this machine", () => {
    expect(readSettings(complete).demo).toBeNull();
    expect(readSettings({ ...complete, ...LOCAL, DEMO }).demo?.tryThis.title).toBe("Try this");
  });

  describe("is refused with the name of the wrong variable and the reason", () => {
    it.each<[Record<string, string | undefined>, RegExp]>([
      [
        { SERVICE_SANDBOX_KEY: "svc_live_1234567890" },
        /SERVICE_SANDBOX_KEY cannot be used: a production key/,
      ],
      [
        { SERVICE_PRODUCTION_URL: "https://x.example/v2", SERVICE_PRODUCTION_KEY: "svc_test_123" },
        /SERVICE_PRODUCTION_KEY cannot be used: a sandbox key/,
      ],
      [{ SERVICE_SANDBOX_KEY: "secret" }, /SERVICE_SANDBOX_KEY .*svc_test_/],
      [{ SERVICE_SANDBOX_URL: "http://sandbox.example.com/v2" }, /SERVICE_SANDBOX_URL must begin with https/],
      [{ SERVICE_SANDBOX_URL: "sandbox" }, /SERVICE_SANDBOX_URL is not a URL/],
      [{ SERVICE_SANDBOX_URL: "https://a:b@x.example/v2" }, /SERVICE_SANDBOX_URL .*user name/],
      [{ SERVICE_SANDBOX_URL: undefined }, /SERVICE_SANDBOX_KEY is set, but not SERVICE_SANDBOX_URL/],
      [{ SERVICE_SANDBOX_KEY: undefined }, /neither SERVICE_SANDBOX_KEY nor SERVICE_SANDBOX_KEY_FILE/],
      [
        { SERVICE_PRODUCTION_KEY_STANDBY: "svc_live_123" },
        /SERVICE_PRODUCTION_KEY_STANDBY is set, but not SERVICE_PRODUCTION_KEY/,
      ],
      [{ SERVICE_SANDBOX_KEY: undefined, SERVICE_SANDBOX_URL: "" }, /no service is configured/],
      [{ NEXTAUTH_SECRET: "short" }, /NEXTAUTH_SECRET is too short/],
      [{ NEXTAUTH_SECRET: undefined }, /NEXTAUTH_SECRET is not set: use at least 32 random/],
      [{ CODES_FINGERPRINT_KEY: "short" }, /CODES_FINGERPRINT_KEY is too short/],
      [{ DATABASE_URL: "mysql://x/y" }, /DATABASE_URL must look like postgresql/],
      [{ NEXTAUTH_URL: "http://desk.example.com" }, /NEXTAUTH_URL must begin with https/],
      [{ NEXTAUTH_URL: "desk.example.com" }, /NEXTAUTH_URL must be an https:\/\/ address, such as \S+\.$/],
      [{ ALLOW_PLAIN_HTTP: "yes" }, /ALLOW_PLAIN_HTTP must be on or off/],
      [{ TRUSTED_PROXIES: "proxy.example" }, /TRUSTED_PROXIES must be a number of proxies/],
      [{ DEMO: "on" }, /DEMO is set by `npm run demo` alone: remove it/],
      [{ DEMO }, /DEMO is set by `npm run demo` alone, beside a sandbox on this machine/],
      [
        {
          ...LOCAL,
          DEMO,
          SERVICE_PRODUCTION_URL: "https://x.example/v2",
          SERVICE_PRODUCTION_KEY: "svc_live_1",
        },
        /DEMO is set by `npm run demo` alone, beside a sandbox on this machine/,
      ],
      [{ ...LOCAL, DEMO, NEXTAUTH_URL: "https://desk.example.com" }, /DEMO is set by `npm run demo` alone/],
      [{ NEXTAUTH_URL: "https://desk.example.com/desk" }, /NEXTAUTH_URL .*without a path/],
      [{ OIDC_ISSUER: "https://id.example.com" }, /set OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or none/],
      [{ ...OIDC, OIDC_ROLE_CLAIM: "groups" }, /OIDC_ROLE_CLAIM and OIDC_ROLE_MAPPING belong together/],
      [
        { ...OIDC, OIDC_ROLE_CLAIM: "groups", OIDC_ROLE_MAPPING: '{"a":"admin"}' },
        /OIDC_ROLE_MAPPING must be/,
      ],
      [
        { ...OIDC, OIDC_ROLE_CLAIM: "groups", OIDC_ROLE_MAPPING: '[["a","owner"]]' },
        /OIDC_ROLE_MAPPING must/,
      ],
      [{ OIDC_ROLE_CLAIM: "/a~2", OIDC_ROLE_MAPPING: '[["a","admin"]]' }, /OIDC_ROLE_CLAIM must be the name/],
      [{ OIDC_NEW_MEMBER_DOMAINS: "partner.example" }, /OIDC_NEW_MEMBER_DOMAINS is set, but there is no/],
      [{ ...OIDC, OIDC_NEW_MEMBER_DOMAINS: "a@partner.example" }, /OIDC_NEW_MEMBER_DOMAINS must be domains/],
      [{ ...OIDC, OIDC_NEW_MEMBER_ROLE: "admin" }, /OIDC_NEW_MEMBER_ROLE must not be admin/],
      [{ ...OIDC, OIDC_SCOPE: "email" }, /OIDC_SCOPE must contain openid/],
      [{ SERVICE_FILTER_PARAMS: "country" }, /SERVICE_FILTER_PARAMS must be JSON/],
      [{ SERVICE_FILTER_PARAMS: '{"land":"x"}' }, /SERVICE_FILTER_PARAMS must be JSON/],
      [{ SERVICE_CATALOG_POINTER: "data.products" }, /SERVICE_CATALOG_POINTER must be a JSON pointer/],
      [{ RECENT_ORDER_MINUTES: "soon" }, /RECENT_ORDER_MINUTES must be a whole number of minutes/],
      [{ RECENT_BATCH_DAYS: "366" }, /RECENT_BATCH_DAYS must be a whole number of days, from 0 to 365/],
      [{ ACCOUNT_WAIT_DAYS: "a week" }, /ACCOUNT_WAIT_DAYS must be a whole number of days, from 0 to 365/],
      [{ RECENT_ORDER_MINUTES: "1441" }, /RECENT_ORDER_MINUTES must be a whole number of minutes/],
      [{ METRICS_TOKEN: "x" }, /METRICS_TOKEN is too short/],
      [{ LOG_LEVEL: "trace" }, /LOG_LEVEL must be error, warn, info or debug/],
      [{ ONE_TIME_PASSWORD_HOURS: "0" }, /ONE_TIME_PASSWORD_HOURS must be between 1 and 8760 hours/],
      [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector" }, /OTEL_EXPORTER_OTLP_ENDPOINT must be an http/],
      [{ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, /OTEL_EXPORTER_OTLP_PROTOCOL must be http\/json/],
      [
        { SERVICE_SANDBOX_KEY_FILE: "/nowhere" },
        /SERVICE_SANDBOX_KEY and SERVICE_SANDBOX_KEY_FILE are both set/,
      ],
      [
        { SERVICE_SANDBOX_KEY: undefined, SERVICE_SANDBOX_KEY_FILE: "/nowhere/key" },
        /SERVICE_SANDBOX_KEY_FILE cannot be read/,
      ],
    ])("%j", (changes, expected) => {
      expect(errorOf(changes)).toMatch(expected);
    });

    it("reports all problems at once and repeats no value", () => {
      const message = errorOf({ SERVICE_SANDBOX_KEY: "svc_live_canary", NEXTAUTH_SECRET: "canary" });
      expect(message).toMatch(/SERVICE_SANDBOX_KEY/);
      expect(message).toMatch(/NEXTAUTH_SECRET/);
      expect(message).not.toMatch(/canary/);
    });

    it("a role for migrations needs a database of one's own, and must not be the dashboard's", () => {
      const MIGRATION_DATABASE_URL = "postgresql://owner:p@127.0.0.1/codedesk";
      const DATABASE_URL = "postgresql://dashboard:p@127.0.0.1/codedesk";
      const launchWith = (changes: object) =>
        readLaunchSettings({ DATABASE_URL, MIGRATION_DATABASE_URL, ...changes });
      expect(launchWith({}).migrationDatabaseUrl).toBe(MIGRATION_DATABASE_URL);
      expect(() => launchWith({ DATABASE_URL: "a", MIGRATION_DATABASE_URL: "b" })).toThrow(/must look like/);
      expect(() => launchWith({ DATABASE_URL: "" })).toThrow(/is set, but not DATABASE_URL/);
      expect(() => launchWith({ DATABASE_URL: MIGRATION_DATABASE_URL })).toThrow(/name the same role/);
    });

    it.each(["0", "65536", "3000x", "-1", "1e3"])("PORT=%s", (port) => {
      expect(() => readLaunchSettings({ PORT: port })).toThrow(/PORT must be a number/);
    });
  });

  it("may name an address without https if that is allowed", () => {
    expect(errorOf({ NEXTAUTH_URL: "http://desk.lan", ALLOW_PLAIN_HTTP: "on" })).toBe("accepted");
  });

  it("may name a service on this machine without https", () => {
    for (const address of ["http://localhost:4010/v2", "http://127.0.0.1:4010", "http://[::1]:4010/v2"]) {
      expect(errorOf({ SERVICE_SANDBOX_URL: address })).toBe("accepted");
    }
  });

  it("may name a file with the key, whose last line break is ignored", () => {
    const dir = mkdtempSync(join(tmpdir(), "codedesk-env-"));
    writeFileSync(join(dir, "key"), "svc_test_fromfile\n");
    const settings = readSettings({
      ...complete,
      SERVICE_SANDBOX_KEY: undefined,
      SERVICE_SANDBOX_KEY_FILE: join(dir, "key"),
    });
    rmSync(dir, { recursive: true });
    expect(settings.services.sandbox?.keys).toEqual(["svc_test_fromfile"]);
  });

  it("defaults to port 3000, the directory .data and an embedded database", () => {
    expect(readLaunchSettings({})).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      allowPlainHttp: false,
      databaseUrl: null,
    });
  });

  it("is explained in .env.example, each variable and no other", () => {
    const explained = readFileSync(".env.example", "utf8").matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm);
    expect(new Set([...explained].map(([, name]) => name))).toEqual(new Set(CONFIGURATION_VARIABLES));
  });
});
