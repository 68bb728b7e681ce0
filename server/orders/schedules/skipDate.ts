import "server-only";
import { and, eq } from "drizzle-orm";
import type { SchedulesView } from "#lib/contracts/orders/schedules.ts";
import { occurrencesAfter } from "#lib/orders/schedules/recurrence.ts";
import { addDays } from "#lib/time/calendarDays.ts";
import { permits } from "#lib/members/roles.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { scheduleDates } from "#server/db/schema/schedules.ts";
import { listSchedules } from "./listSchedules.ts";
import {
  lockSchedule,
  recordSchedule,
  requireOpen,
  requireOwner,
  SCHEDULE_PERMISSION,
} from "./scheduleRows.ts";

/**
 * Skips a date that has not come, or restores it. Whoever manages schedules may skip one of any; programs with `orders.place`, of their
 * member's own. Only its owner restores one. Audited.
 * @throws AppError `forbidden`, `not-found`, also for a day that is no date of the schedule; `conflict` once the date has come.
 */
export async function skipDate(
  request: MemberRequest,
  { scheduleId, day, skipped }: { scheduleId: string; day: string; skipped: boolean },
): Promise<SchedulesView> {
  requirePermission(request, "orders.place");
  const { actor, clock } = request;
  const now = clock.now();
  await request.db.transaction(async (tx) => {
    const row = await lockSchedule(tx, request, scheduleId);
    requireOpen(row);
    if (!skipped || !permits(actor, SCHEDULE_PERMISSION)) requireOwner(request, row);
    const [date] = occurrencesAfter(row.recurrence, addDays(day, -1), 1);
    if (date?.day !== day)
      throw new AppError("not-found", "This schedule has no such date. Reload the page.");
    if ((row.lastDay !== null && day <= row.lastDay) || date.at <= now)
      throw new AppError("conflict", "This date has come already, so it can't be skipped any more.");
    const own = and(eq(scheduleDates.scheduleId, scheduleId), eq(scheduleDates.day, day));
    const changed = skipped
      ? await tx
          .insert(scheduleDates)
          .values({ scheduleId, ...date, state: "skipped", updatedAt: now })
          .onConflictDoNothing()
          .returning({ day: scheduleDates.day })
      : await tx
          .delete(scheduleDates)
          .where(and(own, eq(scheduleDates.state, "skipped")))
          .returning({ day: scheduleDates.day });
    if (changed.length === 0) return;
    const action = skipped ? "schedule.date-skipped" : "schedule.date-restored";
    await recordSchedule(tx, row, { action, at: now, actorId: actor.id, details: { day } });
  });
  return listSchedules(request);
}
