import "server-only";
import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import { SECOND, type Instant } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";
import { isAppError, type AppError } from "#server/context/errors.ts";
import { aheadOf, sharedNow } from "#server/db/sharedNow.ts";
import { scheduleDates, schedules } from "#server/db/schema/schedules.ts";
import { confirmationOf } from "#server/orders/automation/confirmationOf.ts";
import { placeForOwner, type OwnerPurchase } from "#server/orders/automation/placeForOwner.ts";
import { placementRefusal } from "#server/orders/automation/placementRefusals.ts";
import { findByConfirmation, type OrderRow } from "#server/orders/ledger/ledgerRow.ts";
import { purchaseOf } from "./purchaseOf.ts";
import { comingColumns, recordSchedule, type ScheduleRow } from "./scheduleRows.ts";

type DateRow = typeof scheduleDates.$inferSelect;
type Due = { schedule: ScheduleRow; date: DateRow; now: Instant };

/** For how long one instance works on a date before another one does. */
const LEASE_MS = 60 * SECOND;
/** The pause before a date is tried again that could not be ordered for the moment. */
const RETRY_MS = 30 * SECOND;

/**
 * Orders one date that is due, and notes what came of it. Whatever is tried twice places one order, by the confirmation of schedule and
 * day; an order that an instance placed before it was killed is found by it.
 * @returns whether there was one.
 */
export async function orderDate(program: Program): Promise<boolean> {
  const due = await claimDate(program);
  if (due === null) return false;
  const { schedule, date, now } = due;
  const purchase = purchaseOf(schedule, date.day, date.content ?? schedule.content);
  const known = await findByConfirmation(program.db, confirmationOf(purchase.automation, purchase.occasion));
  if (known !== null) await finish(program, due, { state: "ordered", order: known });
  else if (date.orderBefore === null || now > date.orderBefore)
    await finish(program, due, { state: "missed" });
  else await tryToOrder(program, due, purchase);
  return true;
}

async function claimDate({ db, clock }: Program): Promise<Due | null> {
  const ahead = aheadOf(clock);
  const now = sql<number>`extract(epoch from ${sharedNow(ahead)}) * 1000`.mapWith(Number);
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ schedule: schedules, date: scheduleDates, now })
      .from(scheduleDates)
      .innerJoin(schedules, eq(schedules.id, scheduleDates.scheduleId))
      .where(and(eq(scheduleDates.state, "ordering"), lte(scheduleDates.tryAt, sharedNow(ahead))))
      .orderBy(asc(scheduleDates.tryAt))
      .limit(1)
      .for("update", { of: scheduleDates, skipLocked: true });
    if (found === undefined) return null;
    const at = Math.floor(found.now);
    await tx
      .update(scheduleDates)
      .set({ tryAt: at + LEASE_MS })
      .where(isDate(found.date));
    return { ...found, now: at };
  });
}

function isDate({ scheduleId, day }: Pick<DateRow, "scheduleId" | "day">) {
  return and(eq(scheduleDates.scheduleId, scheduleId), eq(scheduleDates.day, day));
}

/** An error that is not meant for a person leaves the date as it is: it is tried again after the lease, until it is too late. */
async function tryToOrder(program: Program, due: Due, purchase: OwnerPurchase): Promise<void> {
  try {
    await finish(program, due, { state: "ordered", order: await placeForOwner(program, purchase) });
  } catch (error) {
    if (!isAppError(error)) throw error;
    const refusal = placementRefusal(error);
    if (refusal !== "for-now") {
      // Where its owner may not order any more, no later date can be ordered either.
      const stops = refusal === "owner";
      await finish(program, due, { state: "failed", problem: wordsOf(error), stops });
      return;
    }
    const later = { tryAt: due.now + RETRY_MS, problem: error.message };
    await program.db.update(scheduleDates).set(later).where(isDate(due.date));
  }
}

function wordsOf({ message, details }: AppError): string {
  return [message, ...(details.lines ?? []).map((line) => line.message)].join(" ");
}

type Outcome =
  | { state: "ordered"; order: OrderRow }
  | { state: "failed"; problem: string; stops: boolean }
  | { state: "missed" };

const ACTIONS = {
  ordered: "schedule.ordered",
  failed: "schedule.failed",
  missed: "schedule.missed",
} as const;

/** Notes what came of a date, once. An order that was being placed while a member stopped the schedule is noted all the same. */
async function finish({ db }: Program, { schedule, date, now }: Due, outcome: Outcome): Promise<void> {
  const { state } = outcome;
  const orderRow = state === "ordered" ? outcome.order.id : null;
  const problem = state === "failed" ? outcome.problem : state === "missed" ? date.problem : null;
  await db.transaction(async (tx) => {
    const done = await tx
      .update(scheduleDates)
      .set({ state, orderRow, problem, tryAt: null, updatedAt: now })
      .where(
        and(
          isDate(date),
          inArray(scheduleDates.state, state === "ordered" ? ["ordering", "skipped"] : ["ordering"]),
        ),
      )
      .returning({ day: scheduleDates.day });
    if (done.length === 0) return;
    if (outcome.state === "failed" && outcome.stops) {
      const paused = { state: "paused" as const, ...comingColumns(null, now), updatedAt: now };
      await tx
        .update(schedules)
        .set(paused)
        .where(and(eq(schedules.id, schedule.id), eq(schedules.state, "active")));
    }
    const days = state === "missed" ? { dates: 1, from: date.day, to: date.day } : { day: date.day };
    await recordSchedule(tx, schedule, {
      action: ACTIONS[state],
      at: now,
      actorId: null,
      details: {
        ...days,
        ...(problem === null ? {} : { problem }),
        ...(outcome.state === "ordered" ? { reference: outcome.order.externalOrderCode } : {}),
      },
    });
  });
}
