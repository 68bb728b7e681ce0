import "server-only";
import { and, eq, ne } from "drizzle-orm";
import type { z } from "zod";
import type { TemplateContent } from "#lib/contracts/orders/orderTemplates.ts";
import type { makeScheduleRequestSchema, SchedulesView } from "#lib/contracts/orders/schedules.ts";
import { viewNameKey } from "#lib/contracts/text/viewName.ts";
import { templateContent } from "#lib/orders/drafts/templateContent.ts";
import { nextOccurrence } from "#lib/orders/schedules/recurrence.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { schedules } from "#server/db/schema/schedules.ts";
import { requireDraft } from "#server/orders/drafts/draftRow.ts";
import { requireTemplate } from "#server/orders/templates/templateRows.ts";
import { listSchedules } from "./listSchedules.ts";
import { scheduledLines } from "./scheduledLines.ts";
import { requireFreeScheduleName } from "./scheduleName.ts";
import { comingColumns, lockSchedules, recordSchedule, SCHEDULE_PERMISSION } from "./scheduleRows.ts";

/** The most schedules of a team that have not ended, in each environment. */
export const SCHEDULES_LIMIT = 200;

/**
 * Has the lines of a template or draft ordered again on dates, in the name of this member: with that they confirm each of these orders,
 * up to its ceiling and within the limits of its day. Audited.
 * @throws AppError `forbidden`; `not-found` for the source; `validation` for its lines, or if no date is left; `conflict` for a name in
 * use (field `name`), or when there are too many.
 */
export async function makeSchedule(
  request: MemberRequest,
  { name, recurrence, ceiling, source }: z.output<typeof makeScheduleRequestSchema>,
): Promise<SchedulesView> {
  requirePermission(request, SCHEDULE_PERMISSION);
  requirePermission(request, "orders.place");
  const content = await scheduledLines(request, await readSource(request, source), ceiling);
  const { environment, actor, db } = request;
  const now = request.clock.now();
  const next = nextOccurrence(recurrence, { day: null, at: now });
  if (next === null) throw noDateLeft();
  await db.transaction(async (tx) => {
    await lockSchedules(tx, request);
    await requireFreeScheduleName(tx, request, { name });
    const open = and(eq(schedules.environment, environment), ne(schedules.state, "ended"));
    if ((await tx.$count(schedules, open)) >= SCHEDULES_LIMIT) {
      const message = `Your team has ${SCHEDULES_LIMIT} schedules, which is the limit. End one first.`;
      throw new AppError("conflict", message);
    }
    const [row] = await tx
      .insert(schedules)
      .values({
        environment,
        name,
        nameKey: viewNameKey(name),
        ownerId: actor.id,
        content,
        recurrence,
        state: "active",
        ...comingColumns(next, now),
        version: 0,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (row === undefined) throw new Error("the schedule was not written");
    const details = { recurrence, ceiling, currency: content.currency, lines: content.lines.length };
    await recordSchedule(tx, row, { action: "schedule.added", at: now, actorId: actor.id, details });
  });
  return listSchedules(request);
}

/** The refusal of a recurrence all of whose dates have passed. */
export function noDateLeft(): AppError {
  const message = "No date is left: all have passed. Choose a later start or end.";
  return new AppError("validation", message, { fields: { start: message } });
}

async function readSource(
  request: MemberRequest,
  source: z.output<typeof makeScheduleRequestSchema>["source"],
): Promise<TemplateContent> {
  if ("templateId" in source) return (await requireTemplate(request.db, request, source.templateId)).content;
  const { draft } = await requireDraft(request, source.draftId);
  if (draft.lines.length > 0) return templateContent(draft);
  throw new AppError("validation", "This draft has no lines. Add a line first.");
}
