import { z } from "zod";
import { nameText } from "#lib/contracts/text/nameText.ts";
import { MAX_LINES, MAX_QUANTITY } from "./orderLimits.ts";
import { recurrenceSchema } from "./recurrence.ts";

/** How much more than now a code may cost at the time of an order: nothing, a twentieth, or whatever it costs then. */
export const CEILINGS = ["as-now", "plus-5", "any"] as const;
export type Ceiling = (typeof CEILINGS)[number];

/** A schedule is `ended` after its last date, or when a member has ended it: then it stays so. */
export const SCHEDULE_STATES = ["active", "paused", "ended"] as const;
export type ScheduleState = (typeof SCHEDULE_STATES)[number];

/**
 * What became of a date: `skipped` by a member, being ordered, ordered, `missed` (nobody was there to order in time), or `failed` (it
 * could not be ordered). The last two wait for a member's answer.
 */
export const DATE_STATES = ["skipped", "ordering", "ordered", "missed", "failed"] as const;
export type DateState = (typeof DATE_STATES)[number];

/** A line as it is ordered on each date, and what was known of it when the schedule was saved. Amounts are in minor units. */
export const scheduleLineSchema = z.object({
  productId: z.int(),
  productName: z.string(),
  quantity: z.int(),
  countryCode: z.string().nullable(),
  /** Of a product with an open amount: the amount. Otherwise null: the price of the day. */
  amount: z.int().nullable(),
  priceThen: z.int(),
  ceiling: z.enum(CEILINGS),
  maxPrice: z.int().nullable(),
});
export type ScheduleLine = z.infer<typeof scheduleLineSchema>;

export const scheduleContentSchema = z.object({
  currency: z.string(),
  lines: z.array(scheduleLineSchema),
  note: z.string(),
  purchaseOrder: z.string(),
  tags: z.array(z.string()),
});
export type ScheduleContent = z.infer<typeof scheduleContentSchema>;

const scheduleNameSchema = nameText("Enter a name for the schedule.");
const termsSchema = {
  name: scheduleNameSchema,
  recurrence: recurrenceSchema,
  /** For each code of a fixed product. */
  ceiling: z.enum(CEILINGS),
};

/** POST /api/schedules: of the lines of a template or a draft, as they are now. */
export const makeScheduleRequestSchema = z.strictObject({
  ...termsSchema,
  source: z.union([z.strictObject({ templateId: z.uuid() }), z.strictObject({ draftId: z.uuid() })]),
});
export type MakeScheduleRequest = z.input<typeof makeScheduleRequestSchema>;

/** A line of a schedule as it is edited. Amounts are in minor units. */
const editedLineSchema = z.strictObject({
  /** Its place among the lines of the version that is edited; null: a new line. */
  from: z.int().min(0).nullable(),
  productId: z.int().positive(),
  quantity: z.int().min(1).max(MAX_QUANTITY),
  countryCode: z.string().max(10).nullable(),
  amount: z.int().positive().max(Number.MAX_SAFE_INTEGER).nullable(),
  ceiling: z.enum(CEILINGS),
  /** The ceiling counts from the price of today, as that of a new line, and not from the price when the line was scheduled. */
  isPricedToday: z.boolean().default(false),
});
export type EditedLine = z.infer<typeof editedLineSchema>;

/** PUT /api/schedules/{scheduleId}: holds from the next date on. */
export const editScheduleRequestSchema = z.strictObject({
  name: scheduleNameSchema,
  recurrence: recurrenceSchema,
  /** All lines, as they are ordered from the next date on. */
  lines: z.array(editedLineSchema).min(1, "Keep one line at least.").max(MAX_LINES).optional(),
  /** The ceiling of all lines, as pages of the version before send it. */
  ceiling: z.enum(CEILINGS).optional(),
  /** The version that was edited. */
  version: z.int().min(0),
});
export type EditScheduleRequest = z.input<typeof editScheduleRequestSchema>;

export const SCHEDULE_CHANGES = ["pause", "resume", "end"] as const;
export type ScheduleChange = (typeof SCHEDULE_CHANGES)[number];
/** PATCH /api/schedules/{scheduleId}. */
export const changeScheduleRequestSchema = z.strictObject({ change: z.enum(SCHEDULE_CHANGES) });

export const scheduleAddressSchema = z.strictObject({ scheduleId: z.uuid() });
export const scheduleDateAddressSchema = scheduleAddressSchema.extend({ day: z.iso.date() });

/** PUT /api/schedules/{scheduleId}/dates/{day}: whether a date that has not come is skipped. */
export const skipDateRequestSchema = z.strictObject({ skipped: z.boolean() });
/** POST /api/schedules/{scheduleId}/dates/{day}: the answer to a date that was missed or failed. */
export const answerDateRequestSchema = z.strictObject({ answer: z.enum(["order", "leave"]) });
export type DateAnswer = z.infer<typeof answerDateRequestSchema>["answer"];

const dateSchema = z.object({
  day: z.string(),
  at: z.iso.datetime(),
  state: z.enum(DATE_STATES),
  /** Why it could not be ordered; null otherwise. */
  problem: z.string().nullable(),
  /** The reference of its order. */
  order: z.string().nullable(),
});
export type ScheduleDate = z.infer<typeof dateSchema>;

export const scheduleViewSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  owner: z.object({ id: z.uuid(), name: z.string() }),
  state: z.enum(SCHEDULE_STATES),
  recurrence: recurrenceSchema,
  content: scheduleContentSchema,
  /** The next dates, at most five, with those among them that are skipped. */
  next: z.array(z.object({ day: z.string(), at: z.iso.datetime(), skipped: z.boolean() })),
  /** What a check ahead has found of the next date. */
  findings: z.array(z.string()),
  /** Missed and failed dates that nobody has answered, the first one first. */
  attention: z.array(dateSchema),
  /** The latest dates that were ordered or left out, the newest first. */
  past: z.array(dateSchema),
  version: z.int(),
  /** What this member may do with it. */
  may: z.object({ edit: z.boolean(), stop: z.boolean(), skip: z.boolean() }),
});
export type ScheduleView = z.infer<typeof scheduleViewSchema>;

/** GET /api/schedules, and the answer to every change. */
export const schedulesViewSchema = z.object({ schedules: z.array(scheduleViewSchema) });
export type SchedulesView = z.infer<typeof schedulesViewSchema>;
