import { z } from "zod";
import { timeSchema, weekdaySchema, zoneSchema } from "#lib/contracts/orders/recurrence.ts";
import { REPORT_KINDS } from "./reportKinds.ts";

/** When a report is cut: once a week or month, at a time of day in a named time zone. A shorter month is cut on its last day. */
export const cutsSchema = z.strictObject({
  every: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("week"), weekday: weekdaySchema }),
    z.strictObject({ kind: z.literal("month"), day: z.int().min(1).max(31) }),
  ]),
  time: timeSchema,
  zone: zoneSchema,
});
export type Cuts = z.infer<typeof cutsSchema>;

/** POST /api/reports: sets up a report of the member's own. */
export const addReportRequestSchema = z
  .strictObject({
    kind: z.enum(REPORT_KINDS),
    /** Of `orders`: one of the member's saved views of the list. */
    viewId: z.uuid().nullable().default(null),
    cuts: cutsSchema,
  })
  .refine(({ kind, viewId }) => (kind === "orders") === (viewId !== null), {
    message: "Choose a saved view.",
    path: ["viewId"],
  });
export type AddReportRequest = z.input<typeof addReportRequestSchema>;
export type ReportInput = z.output<typeof addReportRequestSchema>;

export const reportAddressSchema = z.strictObject({ reportId: z.uuid() });
/** PATCH /api/reports/{reportId} */
export const pauseReportRequestSchema = z.strictObject({ paused: z.boolean() });
/** GET /api/reports/{reportId}/files/{day} */
export const reportFileAddressSchema = z.strictObject({ reportId: z.uuid(), day: z.iso.date() });

const reportFileSchema = z.object({
  /** The day of the cut, in the report's time zone. */
  day: z.iso.date(),
  /** What it covers: up to the cut, and for statements and orders from the cut before. */
  from: z.iso.datetime(),
  cutAt: z.iso.datetime(),
  madeAt: z.iso.datetime(),
  rows: z.int(),
  sha256: z.string(),
});

export const reportSchema = z.object({
  id: z.uuid(),
  kind: z.enum(REPORT_KINDS),
  /** The name of the view, of orders. */
  viewName: z.string().nullable(),
  cuts: cutsSchema,
  paused: z.boolean(),
  /** Why no more are made, if Codedesk has paused it. */
  problem: z.string().nullable(),
  nextCutAt: z.iso.datetime().nullable(),
  /** The latest. */
  files: z.array(reportFileSchema),
});
export type Report = z.infer<typeof reportSchema>;
/** GET /api/reports: the member's own. */
export const reportsSchema = z.object({ reports: z.array(reportSchema) });
export type Reports = z.infer<typeof reportsSchema>;
