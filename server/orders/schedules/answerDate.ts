import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import type { DateAnswer, SchedulesView } from "#lib/contracts/orders/schedules.ts";
import { MOST_LATE_MS } from "#lib/orders/schedules/lateness.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { scheduleDates } from "#server/db/schema/schedules.ts";
import { refuseWhileOnHold } from "#server/orders/worker/refuseWhileOnHold.ts";
import { listSchedules } from "./listSchedules.ts";
import { lockSchedule, recordSchedule, requireOwner, SCHEDULE_PERMISSION } from "./scheduleRows.ts";

/**
 * Answers a date that was missed, or could not be ordered: the worker orders it now, once and with the lines of now, or it is left out. Only
 * its owner has it ordered. Audited.
 * @throws AppError `forbidden`, `not-found`; `conflict` if somebody has answered already; `service-unreachable` while orders are on hold.
 */
export async function answerDate(
  request: MemberRequest,
  { scheduleId, day, answer }: { scheduleId: string; day: string; answer: DateAnswer },
): Promise<SchedulesView> {
  requirePermission(request, SCHEDULE_PERMISSION);
  const isOrdered = answer === "order";
  if (isOrdered) {
    requirePermission(request, "orders.place");
    refuseWhileOnHold(request);
  }
  const now = request.clock.now();
  await request.db.transaction(async (tx) => {
    const row = await lockSchedule(tx, request, scheduleId);
    if (isOrdered) requireOwner(request, row);
    const own = and(eq(scheduleDates.scheduleId, scheduleId), eq(scheduleDates.day, day));
    const answered = await tx
      .update(scheduleDates)
      .set({
        problem: null,
        updatedAt: now,
        ...(isOrdered
          ? {
              state: "ordering" as const,
              content: row.content,
              tryAt: now,
              orderBefore: now + MOST_LATE_MS,
            }
          : { state: "skipped" as const }),
      })
      .where(and(own, inArray(scheduleDates.state, ["missed", "failed"])))
      .returning({ day: scheduleDates.day });
    if (answered.length === 0)
      throw new AppError("conflict", "This date waits for no answer any more. Reload the page.");
    const details = { day, answer };
    await recordSchedule(tx, row, {
      action: "schedule.date-answered",
      at: now,
      actorId: request.actor.id,
      details,
    });
  });
  return listSchedules(request);
}
