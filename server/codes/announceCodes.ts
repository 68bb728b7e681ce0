import "server-only";
import { sql } from "drizzle-orm";
import type { Instant } from "#lib/time/instant.ts";
import { recordAudit } from "#server/audit/record.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { lockReveals, spendRevealBudget } from "./revealBudget.ts";

type Announced = {
  action: "codes.revealed" | "codes.exported";
  count: number;
  details: Record<string, unknown>;
};

/**
 * Takes codes from the hourly budget and records who is about to see them, in one transaction. No code may be sent before that is
 * committed.
 * @param findRelease returns the release by a second member that the export uses, or null. Released codes do not count against
 * the budget.
 * @throws AppError `too-many`.
 */
export async function announceCodes(
  request: MemberRequest,
  row: OrderRow,
  { action, count, details }: Announced,
  findRelease: (tx: Transaction) => Promise<string | null> = async () => null,
): Promise<string | null> {
  return request.db.transaction(async (tx) => {
    await lockReveals(tx);
    const release = await findRelease(tx);
    if (release === null) await spendRevealBudget(tx, request, count);
    // Each code is noted when it is known (noteExposed). Without this, the database notes all codes of the order (see the migrations).
    await tx.execute(sql`select set_config('codedesk.notes_exposed', 'on', true)`);
    await recordAudit(tx, {
      at: request.clock.now(),
      environment: row.environment,
      actorId: request.actor.id,
      action,
      orderRow: row.id,
      details: { ...details, ...(release === null ? {} : { release }), count },
    });
    return release;
  });
}

/** How many codes were sent, and the release by which they were. */
type Sent = { count: number; release: string | null };

/** How many codes were announced, and when. */
export type Announcement = { count: number; at: Instant };

/**
 * Takes codes from the budget that are about to be shown beyond the announced ones, and records how many they are together: what
 * was known of the order may be older than the answer. Returns the release that they use, or null.
 * @param findRelease as for {@link announceCodes}.
 * @throws AppError `too-many`, and as `findRelease`.
 */
export async function announceMore(
  request: MemberRequest,
  row: OrderRow,
  announced: Announcement,
  count: number,
  findRelease: (tx: Transaction) => Promise<string | null>,
): Promise<string | null> {
  return request.db.transaction(async (tx) => {
    await lockReveals(tx);
    const release = await findRelease(tx);
    if (release === null) await spendRevealBudget(tx, request, count - announced.count);
    if (count !== announced.count) await recordCount(tx, request, row, announced, count, release);
    return release;
  });
}

/** Records how many codes were actually shown, if the number differs from the one announced. */
export async function correctCount(
  request: MemberRequest,
  row: OrderRow,
  announced: Announcement,
  { count, release }: Sent,
): Promise<void> {
  if (announced.count === count) return;
  await request.db.transaction((tx) => recordCount(tx, request, row, announced, count, release));
}

/**
 * Records how many codes were shown of those announced. The record has the time of what it corrects, so that both leave the hour of
 * the budget together.
 */
export function recordCount(
  tx: Transaction,
  { actor }: MemberRequest,
  { id, environment }: OrderRow,
  { count: announced, at }: Announcement,
  count: number,
  release: string | null = null,
): Promise<void> {
  return recordAudit(tx, {
    at,
    environment,
    actorId: actor.id,
    action: "codes.counted",
    orderRow: id,
    // Released codes were not counted, so neither is their correction.
    details: { announced, count, ...(release === null ? {} : { release }) },
  });
}
