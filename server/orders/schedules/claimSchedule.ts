import "server-only";
import { and, asc, eq, lte, sql } from "drizzle-orm";
import { isMissed, MOST_LATE_MS } from "#lib/orders/schedules/lateness.ts";
import { nextOccurrence, occurrencesAfter, type Occurrence } from "#lib/orders/schedules/recurrence.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { aheadOf, sharedNow } from "#server/db/sharedNow.ts";
import { scheduleDates, schedules } from "#server/db/schema/schedules.ts";
import { comingColumns, recordSchedule, type ScheduleRow } from "./scheduleRows.ts";

/** How many missed dates are listed one by one; of a program that was down for longer, the latest. */
const MOST_LISTED = 60;
/** Dates of ten years, every day: of a program that was down for longer, the rest comes with the next round. */
const MOST_DATES = 3_700;

/**
 * Works out one schedule whose date has come: notes the date as one to order, or those that were missed, and sets the next. By the
 * database's clock, under the row's lock, in one transaction: whatever instance does it, and wherever it is killed, each date is noted
 * once. While orders are on hold, dates are only noted once they are missed.
 * @returns whether there was one.
 */
export async function claimSchedule(program: Program): Promise<boolean> {
  const ahead = aheadOf(program.clock);
  const now = sql<number>`extract(epoch from ${sharedNow(ahead)}) * 1000`.mapWith(Number);
  const patience = program.holdsOrders === true ? MOST_LATE_MS : 0;
  return program.db.transaction(async (tx) => {
    const [claimed] = await tx
      .select({ row: schedules, now })
      .from(schedules)
      .where(
        and(
          eq(schedules.state, "active"),
          lte(schedules.nextAt, sql`${sharedNow(ahead)} - ${patience}::float8 * interval '1 millisecond'`),
        ),
      )
      .orderBy(asc(schedules.nextAt))
      .limit(1)
      .for("update", { of: schedules, skipLocked: true });
    if (claimed === undefined) return false;
    await noteDue(tx, claimed.row, Math.floor(claimed.now));
    return true;
  });
}

/**
 * Notes the dates of a locked schedule that have come, and sets the next.
 * @returns the latest day that was dealt with.
 */
export async function noteDue(tx: Transaction, row: ScheduleRow, now: Instant): Promise<string | null> {
  const due = occurrencesAfter(row.recurrence, row.lastDay, MOST_DATES).filter(
    ({ day, at }) => at <= now && day >= (row.nextDay ?? ""),
  );
  const current = due.find(({ at }) => !isMissed(at, now));
  await noteMissed(
    tx,
    row,
    due.filter(({ at }) => isMissed(at, now)),
    now,
  );
  if (current !== undefined) {
    const times = { tryAt: current.at, orderBefore: current.at + MOST_LATE_MS, updatedAt: now };
    // An edit from now on is for later dates.
    const { id: scheduleId, content } = row;
    const date = { scheduleId, ...current, state: "ordering" as const, content, ...times };
    await tx.insert(scheduleDates).values(date).onConflictDoNothing();
  }
  const lastDay = due.at(-1)?.day ?? row.lastDay;
  const next = nextOccurrence(row.recurrence, { day: lastDay, at: now - MOST_LATE_MS });
  await tx
    .update(schedules)
    .set({ ...comingColumns(next, now), lastDay, state: next === null ? "ended" : "active", updatedAt: now })
    .where(eq(schedules.id, row.id));
  return lastDay;
}

/** A date that a member has skipped is not missed. One record tells of all, so that its owner is asked once. */
async function noteMissed(
  tx: Transaction,
  row: ScheduleRow,
  missed: readonly Occurrence[],
  now: Instant,
): Promise<void> {
  const listed = missed.slice(-MOST_LISTED);
  if (listed.length === 0) return;
  const noted = await tx
    .insert(scheduleDates)
    .values(listed.map((each) => ({ scheduleId: row.id, ...each, state: "missed" as const, updatedAt: now })))
    .onConflictDoNothing()
    .returning({ day: scheduleDates.day });
  const days = noted.map(({ day }) => day).toSorted();
  if (days.length === 0) return;
  const details = { dates: missed.length - listed.length + days.length, from: days[0], to: days.at(-1) };
  await recordSchedule(tx, row, { action: "schedule.missed", at: now, actorId: null, details });
}
