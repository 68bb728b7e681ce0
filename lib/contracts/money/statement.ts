import { z } from "zod";

const monthSchema = z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/);

/** GET /api/statements: `2026-10`, a month of UTC. */
export const statementQuerySchema = z.strictObject({ month: monthSchema });
export type StatementQuery = z.output<typeof statementQuerySchema>;

/** How many codes, and what they cost in minor units; null beyond exact numbers. */
const partSchema = z.object({ codes: z.int().nullable(), amount: z.int().nullable() });
export type StatementPart = z.infer<typeof partSchema>;

/** `ordered` is always the sum of the other three. */
export const statementRowSchema = z.object({
  /** What the row is about: the id of a member or product, or a purchase order; null if the order has none. */
  key: z.string().nullable(),
  /** Its name; null if it has none. */
  name: z.string().nullable(),
  currency: z.string(),
  orders: z.int(),
  ordered: partSchema,
  delivered: partSchema,
  missing: partSchema,
  /** Orders in progress, and those for which the service does not say which product the delivered codes belong to. */
  unclear: partSchema,
});
export type StatementRow = z.infer<typeof statementRowSchema>;

const toldSchema = z.object({ amount: z.int(), at: z.iso.datetime() });
/** A currency's balance over the month, with the orders that the service accepted in between. */
export const reconciliationSchema = z.object({
  currency: z.string(),
  opening: toldSchema,
  closing: toldSchema,
  orders: z.int(),
  spent: z.int(),
  /** The part of `spent` that was charged to the wallet: 0 if the sandbox charges nothing. */
  charged: z.int(),
  /** opening − charged + unexplained = closing. */
  unexplained: z.int(),
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;

const STATEMENT_GROUPS = ["currency", "member", "product", "purchaseOrder", "automation"] as const;
export type StatementGroup = (typeof STATEMENT_GROUPS)[number];

export const statementSchema = z.object({
  month: monthSchema,
  asOf: z.iso.datetime(),
  groups: z.record(z.enum(STATEMENT_GROUPS), z.array(statementRowSchema)),
  wallet: z.array(reconciliationSchema),
});
export type Statement = z.infer<typeof statementSchema>;
