import "server-only";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { editScheduleRequestSchema, SchedulesView } from "#lib/contracts/orders/schedules.ts";
import { viewNameKey } from "#lib/contracts/text/viewName.ts";
import { nextOccurrence } from "#lib/orders/schedules/recurrence.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { schedules } from "#server/db/schema/schedules.ts";
import { listSchedules } from "./listSchedules.ts";
import { noDateLeft } from "./makeSchedule.ts";
import { withCeiling } from "./scheduledLines.ts";
import { requireFreeScheduleName } from "./scheduleName.ts";
import {
  comingColumns,
  lockSchedule,
  lockSchedules,
  recordSchedule,
  requireOpen,
  requireOwner,
  SCHEDULE_PERMISSION,
} from "./scheduleRows.ts";

/**
 * Changes the name, the dates and the ceiling of a schedule, from its next date on: no date up to the last one that was dealt with comes
 * again, whatever the new dates are. Only by its owner. Audited with the previous values.
 * @throws AppError `forbidden`, `not-found`; `validation` if no date is left; `conflict` for a name in use (field `name`), or if it was
 * changed meanwhile.
 */
export async function editSchedule(
  request: MemberRequest,
  {
    scheduleId,
    name,
    recurrence,
    ceiling,
    version,
  }: z.output<typeof editScheduleRequestSchema> & { scheduleId: string },
): Promise<SchedulesView> {
  requirePermission(request, SCHEDULE_PERMISSION);
  requirePermission(request, "orders.place");
  const { actor, db, clock } = request;
  const now = clock.now();
  await db.transaction(async (tx) => {
    await lockSchedules(tx, request);
    const row = await lockSchedule(tx, request, scheduleId);
    requireOwner(request, row);
    requireOpen(row);
    if (row.version !== version)
      throw new AppError(
        "conflict",
        "This schedule was changed meanwhile. Reload the page, then edit it again.",
      );
    await requireFreeScheduleName(tx, request, { name, except: scheduleId });
    const next = nextOccurrence(recurrence, { day: row.lastDay, at: now });
    if (next === null) throw noDateLeft();
    await tx
      .update(schedules)
      .set({
        name,
        nameKey: viewNameKey(name),
        recurrence,
        content: withCeiling(row.content, ceiling),
        ...comingColumns(next, now),
        version: version + 1,
        updatedAt: now,
      })
      .where(eq(schedules.id, scheduleId));
    const before = {
      name: row.name,
      recurrence: row.recurrence,
      ceiling: row.content.lines[0]?.ceiling ?? null,
    };
    const details = { to: name, recurrence, ceiling, before };
    await recordSchedule(tx, row, { action: "schedule.changed", at: now, actorId: actor.id, details });
  });
  return listSchedules(request);
}
