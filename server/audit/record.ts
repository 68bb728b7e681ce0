import "server-only";
import { sql, type SQL } from "drizzle-orm";
import type { AuditAction } from "#lib/audit/actions.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderState } from "#lib/contracts/orderState.ts";
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
  await tx.insert(auditRecords).values({
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
  });
}

/**
 * The same as part of a single statement, which is a transaction too: `insert … select … where exists (<what it records>)`. Saves
 * a round trip on the hot paths.
 */
export function auditStatement(entry: AuditEntry, recorded: SQL): SQL {
  return sql`insert into ${auditRecords} ("at", "environment", "actor_id", "action", "order_row", "member_id", "from_state", "to_state", "details", "token")
    select ${toIso(entry.at)}::timestamptz, ${entry.environment ?? null}::text, ${entry.actorId ?? null}::uuid,
      ${entry.action}::text, ${entry.orderRow ?? null}::uuid, ${entry.memberId ?? null}::uuid,
      ${entry.fromState ?? null}::text, ${entry.toState ?? null}::text, ${JSON.stringify(entry.details ?? {})}::jsonb,
      ${tokenOfActor(entry.actorId)}::text
    where exists (${recorded})`;
}
