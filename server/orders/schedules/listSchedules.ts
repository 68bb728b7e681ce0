import "server-only";
import { asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { ScheduleDate, SchedulesView, ScheduleView } from "#lib/contracts/orders/schedules.ts";
import { comingDates, type Occurrence } from "#lib/orders/schedules/recurrence.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { members } from "#server/db/schema/members.ts";
import { orders } from "#server/db/schema/orders.ts";
import { scheduleDates, schedules } from "#server/db/schema/schedules.ts";
import { mayOf, type ScheduleRow } from "./scheduleRows.ts";

const PAST_SHOWN = 8;
/** How many dates of a schedule are read: enough for those that are shown, in whatever state they are. */
const DATES_READ = 100;

/**
 * The team's schedules in this environment, by name, those that have ended last.
 * @throws AppError `forbidden`.
 */
export async function listSchedules(request: MemberRequest): Promise<SchedulesView> {
  requirePermission(request, "orders.read");
  const { db, environment } = request;
  const rows = await db
    .select({ schedule: schedules, owner: members.name })
    .from(schedules)
    .innerJoin(members, eq(members.id, schedules.ownerId))
    .where(eq(schedules.environment, environment))
    .orderBy(sql`${schedules.state} = 'ended'`, asc(schedules.nameKey));
  const dates = await readDates(
    request,
    rows.map(({ schedule }) => schedule.id),
  );
  return {
    schedules: rows.map(({ schedule, owner }) =>
      viewOf(request, schedule, owner, dates.get(schedule.id) ?? []),
    ),
  };
}

type KnownDate = ScheduleDate & { scheduleId: string };

async function readDates({ db }: MemberRequest, ids: string[]): Promise<Map<string, KnownDate[]>> {
  if (ids.length === 0) return new Map();
  const place = sql<number>`row_number() over (partition by ${scheduleDates.scheduleId} order by ${scheduleDates.day} desc)`;
  const latest = db
    .select({
      scheduleId: scheduleDates.scheduleId,
      day: scheduleDates.day,
      at: scheduleDates.at,
      state: scheduleDates.state,
      problem: scheduleDates.problem,
      order: orders.externalOrderCode,
      place: place.as("place"),
    })
    .from(scheduleDates)
    .leftJoin(orders, eq(orders.id, scheduleDates.orderRow))
    .where(inArray(scheduleDates.scheduleId, ids))
    .as("latest");
  const rows = await db
    .select()
    .from(latest)
    .where(sql`${latest.place} <= ${DATES_READ}`)
    .orderBy(desc(latest.day));
  return Map.groupBy(
    rows.map(({ place: _, at, ...row }) => ({ ...row, at: toIso(at) })),
    ({ scheduleId }) => scheduleId,
  );
}

/** It waits for an answer. */
function isWaiting({ state }: ScheduleDate): boolean {
  return state === "missed" || state === "failed";
}

function viewOf(
  request: MemberRequest,
  row: ScheduleRow,
  owner: string,
  dates: readonly KnownDate[],
): ScheduleView {
  const { id, name, state, recurrence, content, findings, version, ownerId } = row;
  const shown = dates.map(({ scheduleId: _, ...date }) => date);
  const skipped = new Set(dates.filter((date) => date.state === "skipped").map(({ day }) => day));
  const coming = nextOf(row, request.clock.now());
  const isComing = ({ day }: ScheduleDate) => coming.some((each) => each.day === day);
  return {
    id,
    name,
    owner: { id: ownerId, name: owner },
    state,
    recurrence,
    content,
    next: coming.map(({ day, at }) => ({ day, at: toIso(at), skipped: skipped.has(day) })),
    findings: state === "active" ? findings : [],
    attention: shown.filter(isWaiting).toReversed(),
    past: shown.filter((date) => !isWaiting(date) && !isComing(date)).slice(0, PAST_SHOWN),
    version,
    may: mayOf(request, row),
  };
}

/** The next dates; of a paused schedule those that would come if it were resumed now. */
function nextOf({ state, recurrence, lastDay, nextAt }: ScheduleRow, now: number): Occurrence[] {
  if (state === "ended") return [];
  return comingDates(recurrence, { day: lastDay, at: nextAt === null ? now : nextAt - 1 });
}
