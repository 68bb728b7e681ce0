import "server-only";
import { and, eq, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import type { ServiceFailure } from "#lib/contracts/serviceFailure.ts";
import type { AttemptClass } from "#lib/orders/lifecycle/attempt.ts";
import { classifyFailure } from "#lib/orders/lifecycle/classifyAttempt.ts";
import { isSending } from "#lib/orders/lifecycle/states.ts";
import { hasWaitedTooLong, mayAttempt } from "#lib/orders/lifecycle/transition.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { attempts } from "#server/db/schema/orders.ts";
import type { ServiceAnswer } from "#server/service/client.ts";
import type { OrderAnswer } from "#server/service/readers/answers.ts";
import { commitEvent, STILL_LEASED } from "#server/orders/ledger/commitEvent.ts";
import { explainSupply } from "./explainSupply.ts";
import { underLease } from "#server/orders/ledger/lease.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { retryDatabaseWrite } from "./retryDatabaseWrite.ts";

/**
 * One attempt: written down before it leaves, sent once, and closed with its outcome. The caller holds the lease. Null
 * when the lease was lost on the way.
 */
export async function runAttempt(program: Program, leased: OrderRow): Promise<OrderRow | null> {
  if (!mayAttempt(leased) || leased.body === null) return leased;
  if (hasWaitedTooLong(leased, program.clock.now())) {
    return commitEvent(program, leased, {
      event: { kind: "budget_spent" },
      action: "order.state",
      details: {},
    });
  }
  const begun = await commitEvent(program, leased, {
    event: { kind: "attempt_started" },
    action: "order.attempt-started",
    details: { attempt: leased.attempts + 1 },
    keepLease: true,
    beside: (after) => openAttempt(after, program.clock.now(), STILL_LEASED),
  });
  return begun === null ? null : sendAttempt(program, begun);
}

/** Writes down that an attempt is about to leave, where `changed` has a row. Its number is `attempts` of the order. */
export function openAttempt(order: OrderRow, now: Instant, changed: SQL): SQL {
  return sql`insert into ${attempts} ("order_row", "number", "fence", "started_at")
    select ${order.id}::uuid, ${order.attempts}::int, ${order.fence}::int, ${new Date(now).toISOString()}::timestamptz
    where exists (${changed})`;
}

/**
 * Whether the service has refused these very bytes, or said that it has them: neither is retried unchanged (docs/service-interface.md §7,
 * rule 3). A key that it did not know is another matter: 401 is none of those.
 */
export async function isAnswered(program: Program, order: OrderRow): Promise<boolean> {
  const refused = and(eq(attempts.outcome, "refused"), ne(attempts.statusCode, 401));
  const [answered] = await program.db
    .select({ number: attempts.number })
    .from(attempts)
    .where(and(eq(attempts.orderRow, order.id), or(eq(attempts.outcome, "exists"), refused)))
    .limit(1);
  return answered !== undefined;
}

/** Sends the attempt that is already written down, and records what became of it. */
export async function sendAttempt(program: Program, begun: OrderRow): Promise<OrderRow | null> {
  const service = program.services[begun.environment];
  const { body } = begun;
  if (service === undefined || body === null) throw new Error("an attempt without a service or a body");
  const after = await underLease(program, begun, async () => {
    const start = performance.now();
    const answer = await service.placeOrder(body, { orderRow: begun.id, attempt: begun.attempts });
    const durationMs = Math.round(performance.now() - start);
    return retryDatabaseWrite(program, begun, () => recordOutcome(program, begun, answer, durationMs));
  });
  return after === null ? null : explainSupply(program, after);
}

function recordOutcome(
  program: Program,
  begun: OrderRow,
  answer: ServiceAnswer<OrderAnswer>,
  durationMs: number,
): Promise<OrderRow | null> {
  const outcome = answer.ok ? "accepted" : classifyFailure(answer.failure);
  return commitEvent(program, begun, {
    event: answer.ok
      ? { kind: "attempt_accepted", report: answer.value.report }
      : { kind: "attempt_failed", failure: answer.failure },
    action: "order.attempted",
    details: { attempt: begun.attempts, outcome, durationMs, ...tell(answer) },
    beside: () => closeAttempt(program, begun, { outcome, durationMs, answer }),
  });
}

function tell(answer: ServiceAnswer<OrderAnswer>): Record<string, unknown> {
  if (answer.ok) return { statusCode: answer.statusCode };
  return { statusCode: answer.failure.statusCode, message: messageOf(answer.failure) };
}

function messageOf(failure: ServiceFailure): string {
  return failure.body?.message ?? failure.detail;
}

function closeAttempt(
  program: Program,
  row: OrderRow,
  result: { outcome: AttemptClass; durationMs: number; answer: ServiceAnswer<OrderAnswer> },
): SQL {
  const { answer, outcome, durationMs } = result;
  return program.db
    .update(attempts)
    .set({
      endedAt: program.clock.now(),
      outcome,
      durationMs,
      statusCode: answer.ok ? answer.statusCode : answer.failure.statusCode,
      message: answer.ok ? null : messageOf(answer.failure),
    })
    .where(
      and(eq(attempts.orderRow, row.id), eq(attempts.number, row.attempts), sql`exists (${STILL_LEASED})`),
    )
    .getSQL();
}

/**
 * An attempt that nobody closed belongs to a process that died or lost its lease: its outcome is unknown. Marks it so and
 * answers the row as it is then.
 */
export async function recordLostAttempt(program: Program, leased: OrderRow): Promise<OrderRow | null> {
  // The state leaves these three in the transaction that closes the attempt.
  if (!isSending(leased.state)) return leased;
  const open = and(eq(attempts.orderRow, leased.id), isNull(attempts.endedAt));
  const [lost] = await program.db.select({ number: attempts.number }).from(attempts).where(open);
  if (lost === undefined) return leased;
  return commitEvent(program, leased, {
    event: { kind: "attempt_lost" },
    action: "order.attempted",
    details: {
      attempt: lost.number,
      outcome: "ambiguous",
      message: "The program stopped before the answer.",
    },
    keepLease: true,
    // Its outcome may have come in just now.
    onlyIf: async (tx) =>
      (await tx.select({ number: attempts.number }).from(attempts).where(open)).length > 0,
    also: async (tx) => {
      await tx.update(attempts).set({ endedAt: program.clock.now(), outcome: "ambiguous" }).where(open);
    },
  });
}
