import "server-only";
import { and, eq, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import type { AttemptClass } from "#lib/orders/lifecycle/classifyAttempt.ts";
import { toIso, type Instant } from "#lib/time/instant.ts";
import type { Database } from "#server/db/connect.ts";
import { attempts } from "#server/db/schema/orders.ts";
import type { OrderRow } from "./ledgerRow.ts";

/** The outcome of one POST. */
export type AttemptResult = {
  outcome: AttemptClass;
  durationMs: number;
  statusCode: number | null;
  /** The service's message, or what happened instead of an answer; null when the order was accepted. */
  message: string | null;
};

export type AttemptEffect =
  /** Records that attempt number `attempts` of the order is about to be sent. */
  | { kind: "open_attempt" }
  /** Records the outcome of the attempt that was opened under this lease. */
  | { kind: "close_attempt"; result: AttemptResult }
  /** Records that the outcome of an attempt is unknown. Has no effect once the attempt is closed. */
  | { kind: "lose_attempt"; number: number };

/**
 * The effect as part of a composed statement (executePlanned). `written` has a row only if the statement has changed the order. The
 * effect's values are those of {@link attemptValues}.
 */
export function attemptStatement(kind: AttemptEffect["kind"]): (written: SQL) => SQL {
  return (written) => statementOf(kind, written);
}

function statementOf(kind: AttemptEffect["kind"], written: SQL): SQL {
  const order = sql`${sql.placeholder("attemptOrder")}::uuid`;
  const number = sql`${sql.placeholder("attemptNumber")}::int`;
  const fence = sql`${sql.placeholder("attemptFence")}::int`;
  const at = sql`${sql.placeholder("attemptAt")}::timestamptz`;
  switch (kind) {
    case "open_attempt":
      return sql`insert into ${attempts} ("order_row", "number", "fence", "started_at")
        select ${order}, ${number}, ${fence}, ${at}
        where exists (${written})`;
    case "close_attempt":
      return sql`update ${attempts}
        set "ended_at" = ${at}, "outcome" = ${sql.placeholder("attemptOutcome")},
          "duration_ms" = ${sql.placeholder("attemptMs")}::int,
          "status_code" = ${sql.placeholder("attemptStatus")}::int, "message" = ${sql.placeholder("attemptMessage")}::text
        where "order_row" = ${order} and "number" = ${number} and "fence" = ${fence} and exists (${written})`;
    case "lose_attempt":
      return sql`update ${attempts} set "ended_at" = ${at}, "outcome" = 'ambiguous'
        where "order_row" = ${order} and "number" = ${number} and exists (${written})`;
  }
}

export function attemptValues(order: OrderRow, effect: AttemptEffect, now: Instant): Record<string, unknown> {
  return {
    attemptOrder: order.id,
    attemptNumber: effect.kind === "lose_attempt" ? effect.number : order.attempts,
    attemptFence: order.fence,
    attemptAt: toIso(now),
    ...(effect.kind === "close_attempt" ? resultValues(effect.result) : {}),
  };
}

function resultValues({ outcome, durationMs, statusCode, message }: AttemptResult) {
  return {
    attemptOutcome: outcome,
    attemptMs: durationMs,
    attemptStatus: statusCode,
    attemptMessage: message,
  };
}

/** The number of the open attempt; null when there is none. */
export async function findOpenAttempt(db: Database, orderRow: string): Promise<number | null> {
  const [open] = await db
    .select({ number: attempts.number })
    .from(attempts)
    .where(and(eq(attempts.orderRow, orderRow), isNull(attempts.endedAt)));
  return open?.number ?? null;
}

/**
 * Whether the service has refused these exact bytes, or said that it already has the order: in neither case are they sent again
 * unchanged (docs/service-interface.md §7, rule 3). A 401 does not count, because it is about the key.
 */
export async function isAnswered(db: Database, orderRow: string): Promise<boolean> {
  const refused = and(eq(attempts.outcome, "refused"), ne(attempts.statusCode, 401));
  const [answered] = await db
    .select({ number: attempts.number })
    .from(attempts)
    .where(and(eq(attempts.orderRow, orderRow), or(eq(attempts.outcome, "exists"), refused)))
    .limit(1);
  return answered !== undefined;
}
