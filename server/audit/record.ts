import "server-only";
import { sql, type SQL } from "drizzle-orm";
import type { AuditAction } from "#lib/audit/actions.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import { toIso, type Instant } from "#lib/time/instant.ts";
import { tokenOfActor } from "#server/context/actingToken.ts";
import type { Transaction } from "#server/db/connect.ts";
import { auditRecords } from "#server/db/schema/audit.ts";

export type AuditEntry = {
  at: Instant;
  environment?: Environment | null;
  /** Absent or null: the program itself. */
  actorId?: string | null;
  action: AuditAction;
  orderRow?: string | null;
  /** The member who was affected. */
  memberId?: string | null;
  fromState?: OrderState | null;
  toState?: OrderState | null;
  /** Plain values; never a code, a password or a key. */
  details?: Record<string, unknown>;
};

/** Writes who did what. Always in the transaction of what it records: if writing fails, nothing has happened. */
export async function recordAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  await recordAudits(tx, [entry]);
}

/** The same for several at once, in one statement. */
export async function recordAudits(tx: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  await tx.insert(auditRecords).values(
    entries.map((entry) => ({
      at: entry.at,
      environment: entry.environment ?? null,
      actorId: entry.actorId ?? null,
      action: entry.action,
      orderRow: entry.orderRow ?? null,
      memberId: entry.memberId ?? null,
      fromState: entry.fromState ?? null,
      toState: entry.toState ?? null,
      details: entry.details ?? {},
      token: tokenOfActor(entry.actorId),
    })),
  );
}

/**
 * The same as part of a composed statement (executePlanned), which is a transaction too: `insert … select … where exists (<what it
 * records>)`. Saves a round trip on the hot paths. Its values are those of {@link auditValues}.
 */
export function auditStatement(recorded: SQL): SQL {
  return sql`insert into ${auditRecords} ("at", "environment", "actor_id", "action", "order_row", "member_id", "from_state", "to_state", "details", "token")
    select ${value("auditAt")}::timestamptz, ${value("auditEnvironment")}::text, ${value("auditActor")}::uuid,
      ${value("auditAction")}::text, ${value("auditOrder")}::uuid, ${value("auditMember")}::uuid,
      ${value("auditFrom")}::text, ${value("auditTo")}::text, ${value("auditDetails")}::jsonb, ${value("auditToken")}::text
    where exists (${recorded})`;
}

function value(name: keyof ReturnType<typeof auditValues>) {
  return sql.placeholder(name);
}

export function auditValues(entry: AuditEntry) {
  return {
    auditAt: toIso(entry.at),
    auditEnvironment: entry.environment ?? null,
    auditActor: entry.actorId ?? null,
    auditAction: entry.action,
    auditOrder: entry.orderRow ?? null,
    auditMember: entry.memberId ?? null,
    auditFrom: entry.fromState ?? null,
    auditTo: entry.toState ?? null,
    auditDetails: JSON.stringify(entry.details ?? {}),
    auditToken: tokenOfActor(entry.actorId),
  };
}
