import { readdirSync } from "node:fs";
import { join } from "node:path";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";

const SCHEMA = join(import.meta.dirname, "schema");

/** Tables of the account, and so of both environments. Adding a table here is a decision. */
const OF_THE_ACCOUNT = [
  "access_tokens",
  "audit_seals",
  "audit_unsealed",
  // The supplier's terms are the same for both services.
  "claim_terms",
  "code_settings",
  // Whoever is away is away in both.
  "covers",
  // The decimals of a currency's amounts are the same at both services.
  "currency_units",
  "custom_roles",
  // As the rules for codes, with which it is set.
  "customer_messages",
  "half_sessions",
  "invitations",
  "member_identities",
  "members",
  "notice_choices",
  // Never shown: they only determine how the index is searched for orders, whose environment is always part of the condition.
  "order_search_words",
  "passkeys",
  "recovery_codes",
  "security_settings",
  "sessions",
  "sign_in_attempts",
  "sign_in_failures",
  "spent_challenges",
  "spent_logout_tokens",
  "totp_authenticators",
];
/** Tables for both environments, whose rows name an environment if they concern one. */
const NAMES_IT_WHERE_IT_HAS_ONE = ["audit_archive", "audit_records", "notice_causes", "notices"];
/** Rows that belong to a row of another table, which names the environment. */
const OF_ANOTHER_ROW: Record<string, string> = {
  approval_steps: "orders",
  attempts: "orders",
  budget_use: "budgets",
  budget_use_changes: "budgets",
  code_fingerprints: "orders",
  code_lists: "orders",
  code_values: "orders",
  draft_presence: "drafts",
  ordered_draft_lines: "orders",
  report_files: "reports",
  restock_runs: "restock_rules",
  schedule_dates: "schedules",
  stock_touched: "orders",
  webhook_deliveries: "webhooks",
};

const tables = new Map<string, PgTable>();
for (const file of readdirSync(SCHEMA)) {
  if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
  const exported: Record<string, unknown> = await import(join(SCHEMA, file));
  for (const value of Object.values(exported)) {
    if (is(value, PgTable)) tables.set(getTableName(value), value);
  }
}

describe("every row of the database", () => {
  it("is of one environment, or of the account by decision", () => {
    const undecided = [...tables].filter(([name, table]) => {
      if (OF_THE_ACCOUNT.includes(name) || NAMES_IT_WHERE_IT_HAS_ONE.includes(name)) return false;
      if (OF_ANOTHER_ROW[name] !== undefined) return false;
      return getTableColumns(table)["environment"]?.notNull !== true;
    });
    expect(undecided.map(([name]) => name)).toEqual([]);
  });

  it("is what this page says: no table is listed that has an environment, or is gone", () => {
    const listed = [...OF_THE_ACCOUNT, ...Object.keys(OF_ANOTHER_ROW)];
    const wrong = listed.filter((name) => {
      const table = tables.get(name);
      return table === undefined || "environment" in getTableColumns(table);
    });
    expect(wrong).toEqual([]);
  });
});
