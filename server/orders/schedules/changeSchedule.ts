import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { ScheduleChange, SchedulesView } from "#lib/contracts/orders/schedules.ts";
import { MOST_LATE_MS } from "#lib/orders/schedules/lateness.ts";
import { nextOccurrence } from "#lib/orders/schedules/recurrence.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { scheduleDates, schedules } from "#server/db/schema/schedules.ts";
import { listSchedules } from "./listSchedules.ts";
import { noDateLeft } from "./makeSchedule.ts";
import {
  comingColumns,
  lockSchedule,
  recordSchedule,
  requireOpen,
  requireOwner,
  SCHEDULE_PERMISSION,
} from "./scheduleRows.ts";

const STATES = { pause: "paused", resume: "active", end: "ended" } as const;
const ACTIONS = { pause: "schedule.paused", resume: "schedule.resumed", end: "schedule.ended" } as const;

/**
 * Pauses, resumes or ends a schedule. Whoever manages schedules may stop one; only its owner resumes it. Dates that pass while it is
 * paused are left out. Audited.
 * @throws AppError `forbidden`, `not-found`; `conflict` if it has ended; `validation` if no date is left.
 */
export async function changeSchedule(
  request: MemberRequest,
  { scheduleId, change }: { scheduleId: string; change: ScheduleChange },
): Promise<SchedulesView> {
  requirePermission(request, SCHEDULE_PERMISSION);
  const now = request.clock.now();
  await request.db.transaction(async (tx) => {
    const row = await lockSchedule(tx, request, scheduleId);
    requireOpen(row);
    if (change === "resume") requireOwner(request, row);
    const state = STATES[change];
    if (row.state === state) return;
    const next = change === "resume" ? nextOccurrence(row.recurrence, { day: row.lastDay, at: now }) : null;
    if (change === "resume" && next === null) throw noDateLeft();
    await tx
      .update(schedules)
      .set({ state, ...comingColumns(next, now), version: row.version + 1, updatedAt: now })
      .where(eq(schedules.id, scheduleId));
    // A date that could not be ordered for the moment is not tried again. One that a member has answered is not the schedule's any more.
    if (change !== "resume") {
      const isTried = and(eq(scheduleDates.scheduleId, scheduleId), eq(scheduleDates.state, "ordering"));
      const isUnasked = sql`${scheduleDates.orderBefore} = ${scheduleDates.at} + ${MOST_LATE_MS}::float8 * interval '1 millisecond'`;
      await tx.update(scheduleDates).set({ state: "skipped", updatedAt: now }).where(and(isTried, isUnasked));
    }
    await recordSchedule(tx, row, { action: ACTIONS[change], at: now, actorId: request.actor.id });
  });
  return listSchedules(request);
}
