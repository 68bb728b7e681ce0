import "server-only";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type {
  editScheduleRequestSchema,
  ScheduleContent,
  SchedulesView,
} from "#lib/contracts/orders/schedules.ts";
import { viewNameKey } from "#lib/contracts/text/viewName.ts";
import { linesChanged } from "#lib/orders/schedules/linesChanged.ts";
import { nextOccurrence } from "#lib/orders/schedules/recurrence.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { schedules } from "#server/db/schema/schedules.ts";
import { listSchedules } from "./listSchedules.ts";
import { noteDue } from "./claimSchedule.ts";
import { noDateLeft } from "./makeSchedule.ts";
import { editedContent } from "./editedContent.ts";
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
 * Changes the name, the dates and the lines of a schedule, from its next date on: no date up to the last one that was dealt with comes
 * again, whatever the new dates are, and a date that has come is ordered as it was then. Only by its owner. Audited with the previous values.
 * @throws AppError `forbidden`, `not-found`; `validation` if no date is left, and with `lines` for what can't be ordered; `conflict` for a name in use (field `name`), or if it was
 * changed meanwhile.
 */
export async function editSchedule(
  request: MemberRequest,
  {
    scheduleId,
    name,
    recurrence,
    lines,
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
    // A date that has come a moment ago is not lost by the edit: it is ordered as it was.
    const isDue = row.state === "active" && row.nextAt !== null && row.nextAt <= now;
    const lastDay = isDue ? await noteDue(tx, row, now) : row.lastDay;
    const next = nextOccurrence(recurrence, { day: lastDay, at: now });
    if (next === null) throw noDateLeft();
    const content = await contentOf(request, row.content, { lines, ceiling });
    await tx
      .update(schedules)
      .set({
        name,
        nameKey: viewNameKey(name),
        recurrence,
        content,
        ...comingColumns(next, now),
        state: row.state,
        version: version + 1,
        updatedAt: now,
      })
      .where(eq(schedules.id, scheduleId));
    const details = {
      to: name,
      recurrence,
      ...linesChanged(row.content.lines, content.lines),
      before: { name: row.name, recurrence: row.recurrence },
    };
    await recordSchedule(tx, row, { action: "schedule.changed", at: now, actorId: actor.id, details });
  });
  return listSchedules(request);
}

async function contentOf(
  request: MemberRequest,
  known: ScheduleContent,
  { lines, ceiling }: Pick<z.output<typeof editScheduleRequestSchema>, "lines" | "ceiling">,
): Promise<ScheduleContent> {
  if (lines !== undefined) return editedContent(request, known, lines);
  return ceiling === undefined ? known : withCeiling(known, ceiling);
}
