import { z } from "zod";
import { stateCountSchema } from "./order.ts";

/** The length of a period in days. */
export type OverviewPeriod = 30 | 90;

/** GET /api/overview */
export const overviewQuerySchema = z.strictObject({ days: z.enum(["30", "90"]).default("30") });
export type OverviewQuery = z.output<typeof overviewQuerySchema>;

/** The first and the last day of a period, inclusive, in UTC. */
export const daySpanSchema = z.object({ from: z.iso.date(), to: z.iso.date() });
export type DaySpan = z.infer<typeof daySpanSchema>;

/** A figure and its value in the previous period, both also for each day. */
const byDaySchema = z.object({
  /** Null if a number cannot represent it exactly. */
  total: z.int().nullable(),
  previousTotal: z.int().nullable(),
  days: z.array(z.int().nullable()),
  previousDays: z.array(z.int().nullable()),
});
export type ByDay = z.infer<typeof byDaySchema>;

const ratioSchema = z.object({ part: z.int(), whole: z.int() });
export type Ratio = z.infer<typeof ratioSchema>;

const waitSchema = z.object({ medianMs: z.int().nullable(), orders: z.int() });

export const overviewSchema = z.object({
  asOf: z.iso.datetime(),
  period: daySpanSchema,
  previous: daySpanSchema,
  /** What the accepted orders cost, in minor units for each currency, the one with the most orders first. Currencies are never added up. */
  spend: z.array(byDaySchema.extend({ currency: z.string(), orders: z.int() })),
  codes: byDaySchema,
  /** Completed orders among those that ended without a person's decision. */
  success: z.object({ now: ratioSchema, previous: ratioSchema }),
  /** From the confirmation until the codes were there; a median, accurate to a few percent. */
  wait: z.object({ now: waitSchema, previous: waitSchema }),
  /** Orders of any day for which something is still to come. */
  open: stateCountSchema,
});
export type Overview = z.infer<typeof overviewSchema>;
