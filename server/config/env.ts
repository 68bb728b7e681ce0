import "server-only";
import { resolve } from "node:path";
import { z } from "zod";
import { SERVICE_FILTERS } from "#lib/contracts/catalog.ts";
import type { ServiceFilter } from "#lib/contracts/catalog.ts";
import { environment as environmentName, type Environment } from "#lib/contracts/environment.ts";
import { HOUR } from "#lib/time/instant.ts";
import { StartupError } from "./startupError.ts";
import {
  databaseUrl,
  filterParams,
  hours,
  ownAddress,
  port,
  safeUrl,
  secret,
  serviceKey,
  serviceUrl,
  trustedProxies,
} from "./fields.ts";
import { NO_PROXIES, type TrustedProxies } from "./trustedProxies.ts";
import { resolveKeyFiles } from "./keyFiles.ts";
import type { Source } from "./keyFiles.ts";

/** How variables name an environment: `SERVICE_SANDBOX_URL`. */
const VARIABLE_PREFIX = { sandbox: "SANDBOX", production: "PRODUCTION" } as const satisfies Record<
  Environment,
  string
>;

/** What each service environment needs: its address, and its key followed by the standby key. */
export type ServiceSettings = { baseUrl: string; keys: string[] };

/** Where and as what the programs run; all of it has defaults. */
export type PlaceSettings = {
  dataDir: string;
  port: number;
  /** The interface to listen on; null: the command's own default. */
  host: string | null;
  databaseUrl: string | null;
};

/** The dashboard's configuration (docs/architecture.md#configuration), checked. */
export type Settings = {
  databaseUrl: string;
  services: Partial<Record<Environment, ServiceSettings>>;
  filterParams: Record<ServiceFilter, string>;
  authSecret: string;
  /** The origin people reach the dashboard at; null: whatever they typed. */
  ownAddress: string | null;
  fingerprintKey: Uint8Array;
  oidc: { issuer: string; clientId: string; clientSecret: string } | null;
  /** Whose X-Forwarded-For is believed. */
  trustedProxies: TrustedProxies;
  metricsToken: string | null;
  logLevel: string;
};

const place = z.object({
  DATA_DIR: z.string().default(".data"),
  PORT: port.default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, "must be an address to listen on, such as 127.0.0.1")
    .optional(),
  DATABASE_URL: databaseUrl.optional(),
});

/** Rules for members, which the operator's commands need too. */
const members = z.object({
  ONE_TIME_PASSWORD_HOURS: hours.default(72),
});

const dashboard = z
  .object({
    DATABASE_URL: databaseUrl,
    SERVICE_SANDBOX_URL: serviceUrl("sandbox").optional(),
    SERVICE_SANDBOX_KEY: serviceKey("sandbox").optional(),
    SERVICE_SANDBOX_KEY_STANDBY: serviceKey("sandbox").optional(),
    SERVICE_PRODUCTION_URL: serviceUrl("production").optional(),
    SERVICE_PRODUCTION_KEY: serviceKey("production").optional(),
    SERVICE_PRODUCTION_KEY_STANDBY: serviceKey("production").optional(),
    SERVICE_FILTER_PARAMS: filterParams.default({}),
    NEXTAUTH_SECRET: secret,
    NEXTAUTH_URL: ownAddress.optional(),
    CODES_FINGERPRINT_KEY: secret,
    OIDC_ISSUER: safeUrl.optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    TRUSTED_PROXIES: trustedProxies.default(NO_PROXIES),
    METRICS_TOKEN: z.string().min(16, "is too short: use at least 16 random characters").optional(),
    LOG_LEVEL: z.enum(["error", "warn", "info", "debug"]).default("info"),
  })
  .superRefine((values, context) => {
    for (const message of incompleteSets(values)) {
      context.addIssue({ code: "custom", message, input: values });
    }
  });
type DashboardVariables = z.infer<typeof dashboard>;

/** Settings that only mean something together. The sentences name the variables themselves. */
function incompleteSets(values: Omit<DashboardVariables, "SERVICE_FILTER_PARAMS">): string[] {
  const problems: string[] = [];
  for (const name of Object.values(VARIABLE_PREFIX)) {
    const url = values[`SERVICE_${name}_URL`];
    const key = values[`SERVICE_${name}_KEY`];
    const standby = values[`SERVICE_${name}_KEY_STANDBY`];
    if (url !== undefined && key === undefined) {
      problems.push(
        `SERVICE_${name}_URL is set, but neither SERVICE_${name}_KEY nor SERVICE_${name}_KEY_FILE`,
      );
    }
    if (url === undefined && key !== undefined) {
      problems.push(`SERVICE_${name}_KEY is set, but not SERVICE_${name}_URL`);
    }
    if (key === undefined && standby !== undefined) {
      problems.push(
        `SERVICE_${name}_KEY_STANDBY is set, but there is no SERVICE_${name}_KEY to stand by for`,
      );
    }
  }
  if (values.SERVICE_SANDBOX_URL === undefined && values.SERVICE_PRODUCTION_URL === undefined) {
    problems.push(
      "no service is configured: set SERVICE_SANDBOX_URL and SERVICE_SANDBOX_KEY (or those of production); " +
        "`npm run demo` needs neither",
    );
  }
  const oidc = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;
  const missing = oidc.filter((name) => values[name] === undefined);
  if (missing.length > 0 && missing.length < oidc.length) {
    problems.push(`single sign-on is half configured: ${missing.join(" and ")} missing`);
  }
  return problems;
}

/** @throws StartupError naming each variable that is wrong, and why. Values are never repeated: they may be secret. */
export function readSettings(source: Source = process.env): Settings {
  const { values, problems } = resolveKeyFiles(source);
  const parsed = checked(dashboard, values, problems);
  const read: Settings = {
    databaseUrl: parsed.DATABASE_URL,
    services: {},
    filterParams: { ...ownWords(), ...parsed.SERVICE_FILTER_PARAMS },
    authSecret: parsed.NEXTAUTH_SECRET,
    ownAddress: parsed.NEXTAUTH_URL === undefined ? null : new URL(parsed.NEXTAUTH_URL).origin,
    fingerprintKey: new TextEncoder().encode(parsed.CODES_FINGERPRINT_KEY),
    oidc: oidcOf(parsed),
    trustedProxies: parsed.TRUSTED_PROXIES,
    metricsToken: parsed.METRICS_TOKEN ?? null,
    logLevel: parsed.LOG_LEVEL,
  };
  for (const environment of environmentName.options) {
    const name = VARIABLE_PREFIX[environment];
    const baseUrl = parsed[`SERVICE_${name}_URL`];
    const key = parsed[`SERVICE_${name}_KEY`];
    const standby = parsed[`SERVICE_${name}_KEY_STANDBY`];
    if (baseUrl === undefined || key === undefined) continue;
    read.services[environment] = { baseUrl, keys: standby === undefined ? [key] : [key, standby] };
  }
  return read;
}

/** How members come to passwords: needs no other part of the configuration. */
export function readMemberRules(source: Source = process.env): { oneTimePasswordMs: number } {
  const { values } = resolveKeyFiles(source);
  const parsed = checked(members, values, []);
  return { oneTimePasswordMs: parsed.ONE_TIME_PASSWORD_HOURS * HOUR };
}

let known: Settings | undefined;
/** The settings of this process, read once. */
export function settings(): Settings {
  known ??= readSettings();
  return known;
}

/** What the launcher needs to know before anything runs. Relative directories are meant from the project's root. */
export function readPlace(source: Source = process.env): PlaceSettings {
  const { values } = resolveKeyFiles(source);
  const parsed = checked(place, values, []);
  return {
    dataDir: resolve(parsed.DATA_DIR),
    port: parsed.PORT,
    host: parsed.HOST ?? null,
    databaseUrl: parsed.DATABASE_URL ?? null,
  };
}

/**
 * The environment for a program that we start: our own, changed. `undefined` takes a variable away.
 * A program that is not meant to know the configuration gets it without.
 */
export function environmentFor(
  changes: Source & { NODE_ENV: NodeJS.ProcessEnv["NODE_ENV"] },
  options: { withoutConfiguration?: boolean } = {},
): NodeJS.ProcessEnv {
  const result: NodeJS.ProcessEnv = { NODE_ENV: changes.NODE_ENV };
  for (const [name, value] of Object.entries({ ...process.env, ...changes })) {
    if (value === undefined) continue;
    if (options.withoutConfiguration === true && changes[name] === undefined && isConfiguration(name))
      continue;
    if (name !== "NODE_ENV") result[name] = value;
  }
  return result;
}

/** Whether this is `next dev`. */
export function isDevelopment(): boolean {
  return process.env.NODE_ENV === "development";
}

/** Set by the launcher for what it starts. */
export function stopsWithParent(): boolean {
  return process.env.STOP_WITH_PARENT === "1";
}

/** One variable of the surroundings that is no setting of the dashboard (CI, TERM, npm's own). */
export function surrounding(name: "CI" | "PATH" | "npm_execpath" | "CHROMIUM_PATH"): string | null {
  return process.env[name] ?? null;
}

function isConfiguration(name: string): boolean {
  return (
    name in dashboard.shape ||
    name in members.shape ||
    name in place.shape ||
    /^(SERVICE|OIDC|NEXTAUTH)_/.test(name)
  );
}

function checked<T>(schema: z.ZodType<T>, values: Record<string, string>, problems: string[]): T {
  const parsed = schema.safeParse(values);
  if (parsed.success && problems.length === 0) return parsed.data;
  const issues = parsed.success ? [] : parsed.error.issues;
  const found = issues.map((issue) => {
    if (issue.path.length === 0) return issue.message;
    const name = issue.path.join(".");
    return values[name] === undefined ? `${name} is not set` : `${name} ${issue.message}`;
  });
  throw new StartupError(`The configuration cannot be used: ${[...problems, ...found].join("; ")}.`);
}

function oidcOf(values: DashboardVariables): Settings["oidc"] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
  return { issuer, clientId, clientSecret };
}

function ownWords(): Record<ServiceFilter, string> {
  const [country, language, brand, category, tag] = SERVICE_FILTERS;
  return { country, language, brand, category, tag };
}
