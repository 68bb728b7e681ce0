import { z } from "zod";
import { environment } from "./environment.ts";
import { instantText } from "./instantText.ts";

/** GET /api/audit. Instants are ISO 8601; `from` belongs to the period, `to` no longer. */
export const auditQuery = z.strictObject({
  /** Who did it, or to whom it was done. */
  member: z.uuid().optional(),
  action: z
    .string()
    .regex(/^[a-z-]+\.[a-z-]+$/, "Name an action, such as order.placed")
    .optional(),
  from: instantText.optional(),
  to: instantText.optional(),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, "Take the cursor from the page before")
    .optional(),
  take: z.coerce.number().int().min(1).max(200).default(50),
});
export type AuditQuery = z.infer<typeof auditQuery>;

const auditPerson = z.object({ id: z.uuid(), name: z.string(), email: z.string() });

export const auditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  environment: environment.nullable(),
  /** Null: the program itself. */
  actor: auditPerson.nullable(),
  action: z.string(),
  /** The member it was done to. */
  member: auditPerson.nullable(),
  /** The order's reference. */
  order: z.string().nullable(),
  fromState: z.string().nullable(),
  toState: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntryView = z.infer<typeof auditEntry>;

export const auditPage = z.object({
  items: z.array(auditEntry),
  nextCursor: z.string().nullable(),
  /** Actions of late, to choose from. */
  actions: z.array(z.string()),
});
export type AuditPage = z.infer<typeof auditPage>;
