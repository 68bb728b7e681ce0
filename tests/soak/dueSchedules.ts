import { randomUUID } from "node:crypto";
import { and, eq, isNotNull } from "drizzle-orm";
import { MINUTE, toIso } from "#lib/time/instant.ts";
import { isMissed } from "#lib/orders/schedules/lateness.ts";
import type { Database } from "#server/db/connect.ts";
import { members } from "#server/db/schema/members.ts";
import { scheduleDates, schedules } from "#server/db/schema/schedules.ts";
import { confirmationOf } from "#server/orders/automation/confirmationOf.ts";

type Product = { id: number; price: number; currency: string };

/** How long ago a date was that no instance could order in time. */
const LONG_AGO_MS = 20 * MINUTE;

/** Adds a schedule whose only date has come this minute, or came while nobody could order. */
export async function addDueSchedule(
  db: Database,
  { email, product, isLate }: { email: string; product: Product; isLate: boolean },
): Promise<void> {
  const now = Date.now();
  const [owner] = await db.select({ id: members.id }).from(members).where(eq(members.email, email));
  if (owner === undefined) throw new Error("no owner");
  const at = toIso(now - (isLate ? LONG_AGO_MS : 0));
  const [day, time] = [at.slice(0, 10), at.slice(11, 16)];
  const name = randomUUID();
  const line = { productId: product.id, productName: "Soak", quantity: 1, countryCode: null, amount: null };
  const lines = [{ ...line, priceThen: product.price, ceiling: "any" as const, maxPrice: null }];
  await db.insert(schedules).values({
    environment: "sandbox",
    name,
    nameKey: name,
    ownerId: owner.id,
    content: { currency: product.currency, lines, note: "", purchaseOrder: "", tags: [] },
    recurrence: { start: day, time, zone: "UTC", pattern: { kind: "once" }, end: { kind: "never" } },
    state: "active",
    nextDay: day,
    nextAt: Date.parse(`${day}T${time}:00Z`),
    version: 0,
    createdAt: now,
    updatedAt: now,
  });
}

/** Whether a date has come that nothing has become of yet. */
export async function hasOpenDates(db: Database): Promise<boolean> {
  const due = and(eq(schedules.state, "active"), isNotNull(schedules.nextAt));
  return (
    (await db.$count(schedules, due)) +
      (await db.$count(scheduleDates, eq(scheduleDates.state, "ordering"))) >
    0
  );
}

/** What became of the dates. `lost` and `caughtUp` have to be zero. */
export type DateFigures = {
  made: number;
  /** Those that came while nobody could order: they wait for an answer. */
  missed: number;
  /** Those that came in time and were not ordered: their owner is asked, and told why. */
  asked: string[];
  /** Without an order, although an instance could have ordered in time, and without a question. */
  lost: number;
  /** Ordered although nobody was asked. */
  caughtUp: number;
};

/** @param ordered the ids of the confirmations of all orders in the ledger */
export async function countDates(db: Database, ordered: ReadonlySet<string | null>): Promise<DateFigures> {
  const rows = await db
    .select({ schedule: schedules, date: scheduleDates })
    .from(schedules)
    .leftJoin(scheduleDates, eq(scheduleDates.scheduleId, schedules.id));
  const figures: DateFigures = { made: rows.length, missed: 0, asked: [], lost: 0, caughtUp: 0 };
  for (const { schedule, date } of rows) {
    const { start, time } = schedule.recurrence;
    const isLate = isMissed(Date.parse(`${start}T${time}:00Z`), schedule.createdAt);
    const isOrdered = ordered.has(confirmationOf({ kind: "schedule", id: schedule.id }, start));
    if (isLate && date?.state === "missed") figures.missed += 1;
    if (isLate && isOrdered) figures.caughtUp += 1;
    const isAsked = date?.state === "missed" || date?.state === "failed";
    if (!isLate && isAsked && !isOrdered) figures.asked.push(`${date.state}: ${date.problem ?? "too late"}`);
    else if (date?.state !== (isLate ? "missed" : "ordered") || isLate === isOrdered) figures.lost += 1;
  }
  return figures;
}
