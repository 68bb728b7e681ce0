import type { Recurrence } from "#lib/contracts/orders/recurrence.ts";
import { occurrencesAfter } from "#lib/orders/schedules/recurrence.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import { DAY, HOUR, MINUTE, type Instant } from "#lib/time/instant.ts";
import { claimSchedule } from "#server/orders/schedules/claimSchedule.ts";
import { listSchedules } from "#server/orders/schedules/listSchedules.ts";
import { makeSchedule } from "#server/orders/schedules/makeSchedule.ts";
import { orderDate } from "#server/orders/schedules/orderDate.ts";
import { skipDate } from "#server/orders/schedules/skipDate.ts";
import { listTemplates } from "#server/orders/templates/listTemplates.ts";
import { workingHour } from "./moments.ts";
import type { Play, Step } from "./step.ts";

const NAME = "Rewards every Tuesday";
const TEMPLATE = "Employee rewards";
const TUESDAY = 1;

/** A schedule of the buyer's, made from a template three weeks ago; one of its dates was skipped, and so is one that is to come. */
export function recurringOrders(end: Instant): Step[] {
  const made = workingHour(end, 22, 9);
  const recurrence: Recurrence = {
    start: dayOf(made + DAY, "UTC"),
    time: "09:30",
    zone: "Europe/Berlin",
    pattern: { kind: "weekly", every: 1, weekdays: [TUESDAY] },
    end: { kind: "never" },
  };
  const dates = occurrencesAfter(recurrence, null, 5);
  const past = dates.filter(({ at }) => at + MINUTE < end);
  const skipped = [past[1], dates[past.length + 1]].flatMap((date) => date ?? []);
  return [
    { at: made, take: (play) => schedule(play, recurrence) },
    ...skipped.map(({ day, at }) => ({
      at: Math.min(at - 20 * HOUR, end - 30 * HOUR),
      take: (play: Play) => skip(play, day),
    })),
    ...past.map(({ day, at }): Step => {
      const isSkipped = skipped.some((date) => date.day === day);
      return { at: at + MINUTE, ...(isSkipped ? {} : { order: `schedule ${day}` }), take: order };
    }),
  ];
}

async function schedule(play: Play, recurrence: Recurrence): Promise<void> {
  const request = await play.as("buyer");
  const { templates } = await listTemplates(request);
  const templateId = templates.find(({ name }) => name === TEMPLATE)?.id ?? "";
  await makeSchedule(request, { name: NAME, recurrence, ceiling: "plus-5", source: { templateId } });
}

async function skip(play: Play, day: string): Promise<void> {
  const request = await play.as("buyer");
  const { schedules } = await listSchedules(request);
  const scheduleId = schedules.find(({ name }) => name === NAME)?.id ?? "";
  await skipDate(request, { scheduleId, day, skipped: true });
}

/** What the schedule worker of a dashboard does. */
async function order({ program }: Play): Promise<void> {
  while (await claimSchedule(program));
  while (await orderDate(program));
}
