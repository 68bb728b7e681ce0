import "server-only";
import { z } from "zod";
import { DEFAULT_REVEAL_LIMITS } from "#lib/codes/revealLimits.ts";
import { DEFAULT_ACCOUNT_WAIT_DAYS } from "#lib/members/accountWait.ts";
import { MINUTE } from "#lib/time/instant.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { ROLES } from "#lib/contracts/team/role.ts";
import {
  claimSchema,
  databaseUrlSchema,
  demoJsonSchema,
  directorySchema,
  domainsSchema,
  filterParamsSchema,
  hoursSchema,
  jsonPointerSchema,
  mailUrlSchema,
  daysSchema,
  minutesSchema,
  onOrOffSchema,
  ownAddressSchema,
  portSchema,
  positiveIntegerSchema,
  roleMappingSchema,
  safeUrlSchema,
  secretSchema,
  senderSchema,
  serviceKey,
  serviceUrl,
  trustedProxiesSchema,
  urlProblem,
} from "./fields.ts";
import { DEFAULT_RETENTION_DAYS } from "./retentionDays.ts";
import { tracingVariablesSchema } from "./tracingVariables.ts";
import { KEY_VARIABLES } from "./keyFiles.ts";
import { isLoopback } from "./loopback.ts";
import { NO_PROXIES } from "./trustedProxies.ts";

/** The part of a variable's name that stands for the environment: `SERVICE_SANDBOX_URL`. */
export const VARIABLE_PREFIX = { sandbox: "SANDBOX", production: "PRODUCTION" } as const satisfies Record<
  Environment,
  string
>;

/** Where the programs run and store data; every variable has a default. */
export const launchVariablesSchema = z
  .object({
    DATA_DIR: directorySchema.default(".data"),
    PORT: portSchema.default(3000),
    HOST: z
      .string()
      .regex(/^[\w.:-]+$/, "must be an address to listen on, such as 127.0.0.1")
      .default("127.0.0.1"),
    ALLOW_PLAIN_HTTP: onOrOffSchema.default(false),
    DATABASE_URL: databaseUrlSchema.optional(),
    MIGRATION_DATABASE_URL: databaseUrlSchema.optional(),
  })
  .superRefine(({ DATABASE_URL: url, MIGRATION_DATABASE_URL: migrationUrl }, context) => {
    const message = migrationUrl === undefined ? null : findMigrationProblem(migrationUrl, url);
    if (message !== null) context.addIssue({ code: "custom", message, input: migrationUrl });
  });

function findMigrationProblem(migrationUrl: string, url: string | undefined): string | null {
  if (url === undefined) return "MIGRATION_DATABASE_URL is set, but not DATABASE_URL: set both, or neither";
  if (URL.parse(migrationUrl)?.username !== URL.parse(url)?.username) return null;
  return "MIGRATION_DATABASE_URL and DATABASE_URL name the same role: use two roles, or leave MIGRATION_DATABASE_URL out";
}

/** Rules for members, which the operator's commands need too. */
export const memberVariablesSchema = z.object({
  ONE_TIME_PASSWORD_HOURS: hoursSchema.default(72),
  PASSWORD_SIGN_IN: onOrOffSchema.default(true),
});

/** The configuration of the dashboard. */
export const dashboardVariablesSchema = z
  .object({
    ...memberVariablesSchema.shape,
    ...tracingVariablesSchema.shape,
    DATABASE_URL: databaseUrlSchema,
    SERVICE_SANDBOX_URL: serviceUrl("sandbox").optional(),
    SERVICE_SANDBOX_KEY: serviceKey("sandbox").optional(),
    SERVICE_SANDBOX_KEY_STANDBY: serviceKey("sandbox").optional(),
    SERVICE_PRODUCTION_URL: serviceUrl("production").optional(),
    SERVICE_PRODUCTION_KEY: serviceKey("production").optional(),
    SERVICE_PRODUCTION_KEY_STANDBY: serviceKey("production").optional(),
    SERVICE_FILTER_PARAMS: filterParamsSchema.default({}),
    SERVICE_CATALOG_POINTER: jsonPointerSchema.optional(),
    SERVICE_CATALOG_TOTAL_POINTER: jsonPointerSchema.optional(),
    SERVICE_WALLET_POINTER: jsonPointerSchema.optional(),
    SERVICE_CODES_POINTER: jsonPointerSchema.optional(),
    NEXTAUTH_SECRET: secretSchema,
    NEXTAUTH_URL: ownAddressSchema.optional(),
    ALLOW_PLAIN_HTTP: onOrOffSchema.default(false),
    CODES_FINGERPRINT_KEY: secretSchema,
    OIDC_ISSUER: safeUrlSchema.optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    OIDC_SCOPE: z
      .string()
      .refine((scope) => scope.split(" ").includes("openid"), "must contain openid")
      .default("openid email profile"),
    OIDC_ROLE_CLAIM: claimSchema.optional(),
    OIDC_ROLE_MAPPING: roleMappingSchema.optional(),
    OIDC_DISABLE_AFTER_DAYS: positiveIntegerSchema.default(90),
    OIDC_NEW_MEMBER_DOMAINS: domainsSchema.optional(),
    OIDC_NEW_MEMBER_ROLE: z
      .enum(ROLES, "must be approver, buyer, support or viewer")
      .refine((role) => role !== "admin", "must not be admin: map a group to it instead (OIDC_ROLE_MAPPING)")
      .default("support"),
    TRUSTED_PROXIES: trustedProxiesSchema.default(NO_PROXIES),
    REVEAL_BUDGET_PER_MEMBER_HOUR: positiveIntegerSchema.default(DEFAULT_REVEAL_LIMITS.perMemberHour),
    REVEAL_BUDGET_PER_ACCOUNT_HOUR: positiveIntegerSchema.default(DEFAULT_REVEAL_LIMITS.perAccountHour),
    REVEAL_REAUTHENTICATION_MINUTES: positiveIntegerSchema.default(
      DEFAULT_REVEAL_LIMITS.reauthenticationMs / MINUTE,
    ),
    RECENT_ORDER_MINUTES: minutesSchema.default(10),
    RECENT_BATCH_DAYS: daysSchema.default(30),
    ACCOUNT_WAIT_DAYS: daysSchema.default(DEFAULT_ACCOUNT_WAIT_DAYS),
    HOLD_ORDERS: onOrOffSchema.default(false),
    RETENTION_SESSIONS_DAYS: positiveIntegerSchema.default(DEFAULT_RETENTION_DAYS.sessions),
    RETENTION_CALLS_DAYS: positiveIntegerSchema.default(DEFAULT_RETENTION_DAYS.serviceCalls),
    RETENTION_SIGN_IN_ATTEMPTS_DAYS: positiveIntegerSchema.default(DEFAULT_RETENTION_DAYS.signInAttempts),
    RETENTION_SIGN_IN_FAILURES_DAYS: positiveIntegerSchema.default(DEFAULT_RETENTION_DAYS.signInFailures),
    RETENTION_DELETED_DRAFTS_DAYS: positiveIntegerSchema.default(DEFAULT_RETENTION_DAYS.deletedDrafts),
    RETENTION_NOTICES_DAYS: positiveIntegerSchema.default(DEFAULT_RETENTION_DAYS.notices),
    RETENTION_CATALOG_CHANGES_DAYS: positiveIntegerSchema.default(DEFAULT_RETENTION_DAYS.catalogChanges),
    // Two years: audits require at least one. The database refuses to archive records younger than 30 days.
    RETENTION_AUDIT_DAYS: positiveIntegerSchema
      .refine((days) => days >= 30, "must be at least 30")
      .default(DEFAULT_RETENTION_DAYS.audit),
    // Must be absolute: the dashboard runs in the directory of its build, where the file would be lost.
    AUDIT_ANCHOR_FILE: z.string().startsWith("/", "must be an absolute path").optional(),
    ALLOW_PRIVATE_WEBHOOKS: onOrOffSchema.default(false),
    MAIL_URL: mailUrlSchema.optional(),
    MAIL_FROM: senderSchema.optional(),
    METRICS_TOKEN: z.string().min(16, "is too short: use at least 16 random characters").optional(),
    LOG_LEVEL: z
      .enum(["error", "warn", "info", "debug"], "must be error, warn, info or debug")
      .default("info"),
    DEMO: demoJsonSchema.optional(),
  })
  .superRefine((values, context) => {
    for (const message of findIncompleteGroups(values)) {
      context.addIssue({ code: "custom", message, input: values });
    }
  });
export type DashboardVariables = z.infer<typeof dashboardVariablesSchema>;

/** Returns a sentence for each group of variables that is incomplete or contradicts itself. */
function findIncompleteGroups(values: Omit<DashboardVariables, "SERVICE_FILTER_PARAMS">): string[] {
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
      problems.push(`SERVICE_${name}_KEY_STANDBY is set, but not SERVICE_${name}_KEY`);
    }
  }
  if (values.SERVICE_SANDBOX_URL === undefined && values.SERVICE_PRODUCTION_URL === undefined) {
    problems.push(
      "no service is configured: set SERVICE_SANDBOX_URL and SERVICE_SANDBOX_KEY (or those of production); " +
        "`npm run demo` needs neither",
    );
  }
  if (values.DEMO !== undefined && !isOwnSandboxAlone(values)) {
    problems.push(
      "DEMO is set by `npm run demo` alone, beside a sandbox on this machine and nothing else: remove it",
    );
  }
  const own = values.NEXTAUTH_URL;
  const ownProblem = own?.startsWith("http:") && !values.ALLOW_PLAIN_HTTP ? urlProblem(own) : null;
  if (ownProblem !== null) problems.push(`NEXTAUTH_URL ${ownProblem}`);
  problems.push(...findSingleSignOnProblems(values));
  problems.push(...findMailProblems(values));
  return problems;
}

function findMailProblems({
  MAIL_URL: url,
  MAIL_FROM: from,
  NEXTAUTH_URL: own,
}: Pick<DashboardVariables, "MAIL_URL" | "MAIL_FROM" | "NEXTAUTH_URL">): string[] {
  if ((url === undefined) !== (from === undefined)) {
    return ["MAIL_URL and MAIL_FROM belong together: set both, or neither"];
  }
  if (url !== undefined && own === undefined) {
    return ["MAIL_URL is set, but not NEXTAUTH_URL: mails need it for their links"];
  }
  return [];
}

function findSingleSignOnProblems(values: Omit<DashboardVariables, "SERVICE_FILTER_PARAMS">): string[] {
  const problems: string[] = [];
  const oidc = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;
  const missing = oidc.filter((name) => values[name] === undefined);
  if (missing.length > 0 && missing.length < oidc.length) {
    problems.push(
      `single sign-on is configured only in part: set ${missing.join(" and ")}, or none of the three`,
    );
  }
  if (!values.PASSWORD_SIGN_IN && missing.length === oidc.length) {
    problems.push(`PASSWORD_SIGN_IN is off, but there is no single sign-on: set ${oidc.join(", ")}`);
  }
  if ((values.OIDC_ROLE_CLAIM === undefined) !== (values.OIDC_ROLE_MAPPING === undefined)) {
    problems.push("OIDC_ROLE_CLAIM and OIDC_ROLE_MAPPING belong together: set both or neither");
  }
  const needing = ["OIDC_ROLE_MAPPING", "OIDC_NEW_MEMBER_DOMAINS"] as const;
  for (const name of needing.filter((each) => values[each] !== undefined && missing.length > 0)) {
    problems.push(`${name} is set, but there is no single sign-on: set ${oidc.join(", ")}`);
  }
  return problems;
}

/**
 * The demo shows passwords and must not spend money: it uses no service but the sandbox program beside it, and has no address of
 * its own.
 */
function isOwnSandboxAlone(
  values: Pick<
    DashboardVariables,
    | "SERVICE_SANDBOX_URL"
    | "SERVICE_PRODUCTION_URL"
    | "SERVICE_PRODUCTION_KEY"
    | "NEXTAUTH_URL"
    | "OIDC_ISSUER"
  >,
): boolean {
  const { SERVICE_SANDBOX_URL: sandbox, ...others } = values;
  return (
    sandbox !== undefined &&
    isLoopback(new URL(sandbox).hostname) &&
    others.SERVICE_PRODUCTION_URL === undefined &&
    others.SERVICE_PRODUCTION_KEY === undefined &&
    others.NEXTAUTH_URL === undefined &&
    others.OIDC_ISSUER === undefined
  );
}

/** The name of every variable that configures Codedesk (.env.example explains each). */
export const CONFIGURATION_VARIABLES: readonly string[] = [
  ...new Set([
    ...Object.keys(launchVariablesSchema.shape),
    ...Object.keys(dashboardVariablesSchema.shape),
    ...KEY_VARIABLES.map((name) => `${name}_FILE`),
  ]),
];
