import { z } from "zod";
import { MAX_AUDIT_SEARCH } from "./auditLimits.ts";
import { environmentSchema } from "#lib/contracts/environment.ts";
import { instantTextSchema } from "#lib/contracts/text/instantText.ts";

/** The filters of the log; `from` and `to` are ISO instants. */
const filterShape = {
  /** Searches references, names, e-mail addresses, tokens and details. */
  q: z.string().trim().min(1).max(MAX_AUDIT_SEARCH).optional(),
  /** The member who did it, or who was affected. */
  member: z.uuid().optional(),
  action: z
    .string()
    .regex(/^[a-z-]+\.[a-z-]+$/, "Enter an action, such as order.placed")
    .optional(),
  from: instantTextSchema.optional(),
  to: instantTextSchema.optional(),
};

/** GET /api/audit, POST /api/audit/search. Instants are ISO 8601; `from` belongs to the period, `to` no longer. */
export const auditQuerySchema = z.strictObject({
  ...filterShape,
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, "Use the cursor of the page before")
    .optional(),
  take: z.coerce.number().int().min(1).max(200).default(50),
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;

/** POST /api/audit/export: the filters of the exported records. */
export const exportAuditRequestSchema = z.strictObject(filterShape);
export type AuditFilter = z.infer<typeof exportAuditRequestSchema>;

const auditPersonSchema = z.object({ id: z.uuid(), name: z.string(), email: z.string() });

export const auditEntrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  environment: environmentSchema.nullable(),
  /** Null: the program itself. */
  actor: auditPersonSchema.nullable(),
  action: z.string(),
  /** The member who was affected. */
  member: auditPersonSchema.nullable(),
  /** The order's reference. */
  order: z.string().nullable(),
  fromState: z.string().nullable(),
  toState: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  /** The name of the access token that the actor acted by. */
  token: z.string().nullable(),
});
export type AuditEntryView = z.infer<typeof auditEntrySchema>;

export const auditPageSchema = z.object({
  items: z.array(auditEntrySchema),
  nextCursor: z.string().nullable(),
  /** Recent actions to choose from. */
  actions: z.array(z.string()),
});
export type AuditPage = z.infer<typeof auditPageSchema>;
