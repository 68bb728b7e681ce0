import { z } from "zod";

/** What a check of the hash chain found wrong. */
export const auditProblemSchema = z.object({
  kind: z.enum(["changed", "deleted", "reordered", "truncated", "rewritten", "added"]),
  /** The position in the chain; null for a record that has none. */
  sequence: z.string().nullable(),
  recordId: z.string().nullable(),
  detail: z.string(),
});
export type AuditProblem = z.infer<typeof auditProblemSchema>;

/** POST /api/audit/verify: whether the audit log is intact. */
export const auditVerificationSchema = z.object({
  verifiedAt: z.iso.datetime(),
  /** How many records are in the chain. */
  sealed: z.int(),
  /** How many records wait to be sealed: until then, a change to them would not be noticed. */
  pending: z.int(),
  head: z.object({ sequence: z.string(), hash: z.string(), sealedAt: z.iso.datetime() }).nullable(),
  /** The anchors kept outside the database; null if no file is configured for them. */
  anchors: z
    .object({
      checked: z.int(),
      latest: z.object({ sequence: z.string(), time: z.string() }).nullable(),
    })
    .nullable(),
  /** At most 100. */
  problems: z.array(auditProblemSchema),
  problemCount: z.int(),
});
export type AuditVerification = z.infer<typeof auditVerificationSchema>;
