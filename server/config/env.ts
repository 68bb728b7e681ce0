import "server-only";
import { resolve } from "node:path";
import type { z } from "zod";
import type { RevealLimits } from "#lib/codes/revealLimits.ts";
import { SERVICE_FILTERS } from "#lib/contracts/catalog/catalog.ts";
import type { Demo } from "#lib/contracts/team/demo.ts";
import type { ServiceFilter } from "#lib/contracts/catalog/catalog.ts";
import { environmentSchema, type Environment } from "#lib/contracts/environment.ts";
import type { Role } from "#lib/contracts/team/role.ts";
import type { RoleId } from "#lib/contracts/team/roles.ts";
import type { Pointer, Pointers } from "#lib/json/pointer.ts";
import { DAY, HOUR, MINUTE } from "#lib/time/instant.ts";
import type { DEFAULT_RETENTION_DAYS } from "./retentionDays.ts";
import { StartupError } from "./startupError.ts";
import type { TrustedProxies } from "./trustedProxies.ts";
import { tracingOf, type TracingSettings } from "./tracingVariables.ts";
import {
  CONFIGURATION_VARIABLES,
  dashboardVariablesSchema,
  launchVariablesSchema,
  memberVariablesSchema,
  VARIABLE_PREFIX,
  type DashboardVariables,
} from "./variables.ts";
import { resolveKeyFiles } from "./keyFiles.ts";
import type { Source } from "./keyFiles.ts";

/** How one environment of the service is reached: its base address, and its key followed by the standby key. */
export type ServiceSettings = { baseUrl: string; keys: string[] };

/** Sign-in by the partner's own identity provider. */
export type OidcSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The requested scopes, separated by spaces. */
  scope: string;
  /**
   * Where the provider lists a member's groups, and the role that each group gives; the first match counts. Null: Codedesk's own
   * roles apply.
   */
  roles: { claim: Pointer; mapping: { group: string; role: RoleId }[] } | null;
  /** How long after their last sign-in there a member whose role the groups give is disabled, in milliseconds. */
  disableAfterMs: number;
  /** Whose first sign-in makes them members, and with which role where no group gives one. Null: nobody's. */
  newMembers: { domains: string[]; role: Role } | null;
};

/** Where the programs run and store data. */
export type LaunchSettings = {
  dataDir: string;
  port: number;
  /** The address to listen on. */
  host: string;
  /** Whether people may sign in without https from other machines. */
  allowPlainHttp: boolean;
  databaseUrl: string | null;
  /** The same database, with the role that owns its schema; used for migrations only. */
  migrationDatabaseUrl: string | null;
};

/** An smtp:// or smtps:// address with its credentials, and the sender. */
export type MailSettings = { url: string; from: string };

/** The dashboard's configuration (docs/architecture.md#configuration), checked. */
export type Settings = {
  databaseUrl: string;
  services: Partial<Record<Environment, ServiceSettings>>;
  filterParams: Record<ServiceFilter, string>;
  /** Where things are in the answers of the service, if the readers don't find them. */
  pointers: Pointers;
  authSecret: string;
  /** The origin under which people reach the dashboard; null: that of each request. */
  ownAddress: string | null;
  fingerprintKey: Uint8Array;
  /** How long ago an identical order may be for us to ask about it, in milliseconds; 0: never ask. */
  recentOrderMs: number;
  /** The same for an identical or nearly identical order of several products. */
  recentBatchMs: number;
  /** For how long an account and whoever made it do not decide on each other's requests, in milliseconds; 0: they may. */
  accountWaitMs: number;
  /** Whether orders are held back from the service, as after a restore. */
  holdsOrders: boolean;
  oidc: OidcSettings | null;
  /** Whether members sign in with passwords, besides single sign-on. */
  passwordSignIn: boolean;
  /** Whether people may sign in without https from other machines. */
  allowPlainHttp: boolean;
  /** The proxies whose X-Forwarded-For is trusted. */
  trustedProxies: TrustedProxies;
  revealLimits: RevealLimits;
  /** Whether webhooks may go to this machine and its network, and without TLS. */
  allowPrivateWebhooks: boolean;
  /** How mail is sent; null: no mail is sent. */
  mail: MailSettings | null;
  /** Retention periods, in days. */
  retentionDays: typeof DEFAULT_RETENTION_DAYS;
  /** The file in which the audit log's chain is anchored; null: only the log. */
  auditAnchorFile: string | null;
  metricsToken: string | null;
  logLevel: string;
  /** Where traces of orders are sent; null: nowhere. */
  tracing: TracingSettings | null;
  /** What the demo shows in addition; null everywhere else. */
  demo: Demo | null;
};

/**
 * Reads the dashboard's configuration.
 * @throws StartupError that names each wrong variable and the reason, and never a value, which may be secret
 */
export function readSettings(source: Source = process.env): Settings {
  const { values, problems } = resolveKeyFiles(source);
  const parsed = parseVariables(dashboardVariablesSchema, values, problems);
  const result: Settings = {
    databaseUrl: parsed.DATABASE_URL,
    services: {},
    filterParams: { ...defaultFilterParams(), ...parsed.SERVICE_FILTER_PARAMS },
    pointers: {
      catalog: parsed.SERVICE_CATALOG_POINTER,
      catalogTotal: parsed.SERVICE_CATALOG_TOTAL_POINTER,
      wallet: parsed.SERVICE_WALLET_POINTER,
      codes: parsed.SERVICE_CODES_POINTER,
    },
    authSecret: parsed.NEXTAUTH_SECRET,
    ownAddress: parsed.NEXTAUTH_URL === undefined ? null : new URL(parsed.NEXTAUTH_URL).origin,
    fingerprintKey: new TextEncoder().encode(parsed.CODES_FINGERPRINT_KEY),
    recentOrderMs: parsed.RECENT_ORDER_MINUTES * MINUTE,
    recentBatchMs: parsed.RECENT_BATCH_DAYS * DAY,
    accountWaitMs: parsed.ACCOUNT_WAIT_DAYS * DAY,
    holdsOrders: parsed.HOLD_ORDERS,
    oidc: oidcOf(parsed),
    passwordSignIn: parsed.PASSWORD_SIGN_IN,
    allowPlainHttp: parsed.ALLOW_PLAIN_HTTP,
    trustedProxies: parsed.TRUSTED_PROXIES,
    revealLimits: {
      perMemberHour: parsed.REVEAL_BUDGET_PER_MEMBER_HOUR,
      perAccountHour: parsed.REVEAL_BUDGET_PER_ACCOUNT_HOUR,
      reauthenticationMs: parsed.REVEAL_REAUTHENTICATION_MINUTES * MINUTE,
    },
    retentionDays: {
      // They show who accepted whose invitation, and in which browser.
      sessions: Math.max(parsed.RETENTION_SESSIONS_DAYS, parsed.ACCOUNT_WAIT_DAYS),
      serviceCalls: parsed.RETENTION_CALLS_DAYS,
      signInAttempts: parsed.RETENTION_SIGN_IN_ATTEMPTS_DAYS,
      signInFailures: parsed.RETENTION_SIGN_IN_FAILURES_DAYS,
      deletedDrafts: parsed.RETENTION_DELETED_DRAFTS_DAYS,
      notices: parsed.RETENTION_NOTICES_DAYS,
      catalogChanges: parsed.RETENTION_CATALOG_CHANGES_DAYS,
      audit: parsed.RETENTION_AUDIT_DAYS,
    },
    auditAnchorFile: parsed.AUDIT_ANCHOR_FILE ?? null,
    allowPrivateWebhooks: parsed.ALLOW_PRIVATE_WEBHOOKS,
    mail:
      parsed.MAIL_URL === undefined || parsed.MAIL_FROM === undefined
        ? null
        : { url: parsed.MAIL_URL, from: parsed.MAIL_FROM },
    metricsToken: parsed.METRICS_TOKEN ?? null,
    logLevel: parsed.LOG_LEVEL,
    tracing: tracingOf(parsed),
    demo: parsed.DEMO ?? null,
  };
  for (const environment of environmentSchema.options) {
    const name = VARIABLE_PREFIX[environment];
    const baseUrl = parsed[`SERVICE_${name}_URL`];
    const key = parsed[`SERVICE_${name}_KEY`];
    const standby = parsed[`SERVICE_${name}_KEY_STANDBY`];
    if (baseUrl === undefined || key === undefined) continue;
    result.services[environment] = { baseUrl, keys: standby === undefined ? [key] : [key, standby] };
  }
  return result;
}

export type MemberRules = {
  oneTimePasswordMs: number;
  /** Whether members sign in with passwords at all. */
  passwordSignIn: boolean;
};

/** Reads the rules for passwords of members, which need no other part of the configuration. */
export function readMemberRules(source: Source = process.env): MemberRules {
  const { values } = resolveKeyFiles(source);
  const parsed = parseVariables(memberVariablesSchema, values, []);
  return {
    oneTimePasswordMs: parsed.ONE_TIME_PASSWORD_HOURS * HOUR,
    passwordSignIn: parsed.PASSWORD_SIGN_IN,
  };
}

let cached: Settings | undefined;
/** Returns the settings of this process, which are read once. */
export function settings(): Settings {
  cached ??= readSettings();
  return cached;
}

/** Makes the next call read the settings again, for tests that reconfigure the process. */
export function forgetSettings(): void {
  cached = undefined;
}

/** Reads what a command needs before it starts anything. Relative directories are resolved against the root of the project. */
export function readLaunchSettings(source: Source = process.env): LaunchSettings {
  const { values } = resolveKeyFiles(source);
  const parsed = parseVariables(launchVariablesSchema, values, []);
  return {
    dataDir: resolve(parsed.DATA_DIR),
    port: parsed.PORT,
    host: parsed.HOST,
    allowPlainHttp: parsed.ALLOW_PLAIN_HTTP,
    databaseUrl: parsed.DATABASE_URL ?? null,
    migrationDatabaseUrl: parsed.MIGRATION_DATABASE_URL ?? null,
  };
}

/**
 * Returns the environment variables for a program that we start: our own with `changes`, in which `undefined` removes a variable.
 * `withoutConfiguration` leaves out every variable that configures Codedesk and is not in `changes`.
 */
export function childEnvironment(
  changes: Source & { NODE_ENV: NodeJS.ProcessEnv["NODE_ENV"] },
  options: { withoutConfiguration?: boolean } = {},
): NodeJS.ProcessEnv {
  const result: NodeJS.ProcessEnv = { NODE_ENV: changes.NODE_ENV };
  for (const [name, value] of Object.entries({ ...process.env, ...changes })) {
    if (value === undefined) continue;
    const isLeftOut = options.withoutConfiguration === true && changes[name] === undefined;
    if (isLeftOut && isConfiguration(name)) continue;
    if (name !== "NODE_ENV") result[name] = value;
  }
  return result;
}

/** Whether this is `next dev`. */
export function isDevelopment(): boolean {
  return process.env.NODE_ENV === "development";
}

/** Whether this process ends with the process that started it: set by the launcher. */
export function stopsWithParent(): boolean {
  return process.env.STOP_WITH_PARENT === "1";
}

/** Returns a variable that is not part of Codedesk's configuration, or null. */
export function environmentVariable(name: "PATH" | "CHROMIUM_PATH" | "CONFORMANCE_KEY"): string | null {
  return process.env[name] ?? null;
}

function isConfiguration(name: string): boolean {
  return CONFIGURATION_VARIABLES.includes(name) || /^(SERVICE|OIDC|NEXTAUTH|OTEL)_/.test(name);
}

function parseVariables<T>(schema: z.ZodType<T>, values: Record<string, string>, problems: string[]): T {
  const parsed = schema.safeParse(values);
  if (parsed.success && problems.length === 0) return parsed.data;
  const issues = parsed.success ? [] : parsed.error.issues;
  const found = issues.map(({ path, message }) => [...path, message].join(" "));
  throw new StartupError(`The configuration cannot be used: ${[...problems, ...found].join("; ")}.`);
}

function oidcOf(values: DashboardVariables): Settings["oidc"] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
  const { OIDC_ROLE_CLAIM: claim, OIDC_ROLE_MAPPING: mapping, OIDC_NEW_MEMBER_DOMAINS: domains } = values;
  return {
    issuer,
    clientId,
    clientSecret,
    scope: values.OIDC_SCOPE,
    roles: claim === undefined || mapping === undefined ? null : { claim, mapping },
    disableAfterMs: values.OIDC_DISABLE_AFTER_DAYS * DAY,
    newMembers: domains === undefined ? null : { domains, role: values.OIDC_NEW_MEMBER_ROLE },
  };
}

function defaultFilterParams(): Record<ServiceFilter, string> {
  const [country, language, brand, category, tag] = SERVICE_FILTERS;
  return { country, language, brand, category, tag };
}
