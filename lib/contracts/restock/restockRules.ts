import { z } from "zod";

/** What a restock rule does when too few codes are left: it tells its owner, prepares a draft for them, or orders in their name. */
export const RESTOCK_MODES = ["tell", "propose", "order"] as const;
export type RestockMode = (typeof RESTOCK_MODES)[number];

const codesSchema = z.int().min(1).max(100_000, "Choose 100,000 codes at most.");
const amountSchema = z.int().positive().max(Number.MAX_SAFE_INTEGER);

/** What a rule says. Amounts are in minor units of the product's currency. */
const termsSchema = z.strictObject({
  mode: z.enum(RESTOCK_MODES),
  /** With fewer codes than this, the rule acts. */
  keep: codesSchema,
  /** It refills to this many, in multiples of `multiple`, never above. */
  refillTo: codesSchema,
  multiple: codesSchema.default(1),
  /** For a product with an open amount: the amount of each code. */
  amount: amountSchema.nullable().default(null),
  /** The highest price for one code. */
  highestPrice: amountSchema.nullable().default(null),
  /** The most that the rule orders or proposes for on one day (UTC). */
  mostPerDay: amountSchema.nullable().default(null),
});

type Terms = z.infer<typeof termsSchema>;

function refineTerms(
  { mode, keep, refillTo, multiple, highestPrice, mostPerDay }: Terms,
  context: z.RefinementCtx,
): void {
  const say = (path: keyof Terms, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (refillTo < keep) say("refillTo", "Refill to at least as many codes as are kept.");
  // One code below `keep`, a multiple must fit, or the rule could never act.
  else if (multiple > refillTo - keep + 1)
    say("multiple", "Choose a smaller multiple, or refill to more codes.");
  if (mode === "order" && highestPrice === null) say("highestPrice", "Say what one code may cost.");
  if (mode === "order" && mostPerDay === null) say("mostPerDay", "Say how much it may order for in a day.");
}

/** POST /api/restock-rules: makes a rule of the member's own. */
export const makeRuleRequestSchema = termsSchema
  .extend({ productId: z.int().positive() })
  .superRefine(refineTerms);
export type MakeRuleRequest = z.input<typeof makeRuleRequestSchema>;

/** PUT /api/restock-rules/{ruleId}: everything that it says; refused if somebody has changed it since `version`. */
export const changeRuleRequestSchema = termsSchema
  .extend({ version: z.int().positive(), paused: z.boolean().default(false) })
  .superRefine(refineTerms);
export type ChangeRuleRequest = z.input<typeof changeRuleRequestSchema>;

/** POST /api/restock-rules/{ruleId}/approval: consents to what the rule says in this version. */
export const approveRuleRequestSchema = z.strictObject({ version: z.int().positive() });

export const ruleAddressSchema = z.strictObject({ ruleId: z.uuid() });

/** Why a rule could not act. It is told once, until the reason is another or gone. */
export const RESTOCK_PROBLEMS = [
  "owner",
  "not-offered",
  "no-price",
  "price",
  "day",
  "wallet",
  "refused",
] as const;
export type RestockProblem = (typeof RESTOCK_PROBLEMS)[number];

export const restockRuleSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  productId: z.int(),
  productName: z.string().nullable(),
  currency: z.string().nullable(),
  mode: z.enum(RESTOCK_MODES),
  keep: z.int(),
  refillTo: z.int(),
  multiple: z.int(),
  amount: z.int().nullable(),
  highestPrice: z.int().nullable(),
  mostPerDay: z.int().nullable(),
  paused: z.boolean(),
  owner: z.object({ id: z.uuid(), name: z.string() }),
  /** Whether a rule that orders has a second member's consent to what it says now; rules of other modes need none. */
  approved: z.boolean(),
  /** Who else has consented; null: nobody. */
  approvedBy: z.string().nullable(),
  /** Codes that nobody has seen, those on their way, and those in proposals. */
  position: z.object({ untouched: z.int(), ordered: z.int(), proposed: z.int() }),
  problem: z
    .object({ kind: z.enum(RESTOCK_PROBLEMS), message: z.string(), since: z.iso.datetime() })
    .nullable(),
  lastRun: z
    .object({
      at: z.iso.datetime(),
      mode: z.enum(RESTOCK_MODES),
      quantity: z.int(),
      draftId: z.uuid().nullable(),
      order: z.string().nullable(),
    })
    .nullable(),
});
export type RestockRule = z.infer<typeof restockRuleSchema>;

/** GET /api/restock-rules/attention: the rules that wait for the member, the first few. */
export const rulesToAttendSchema = z.object({
  items: z.array(
    z.object({
      id: z.uuid(),
      productId: z.int(),
      productName: z.string().nullable(),
      /** Why it could not act; null: it waits for the member's approval. */
      problem: z.string().nullable(),
    }),
  ),
});
export type RulesToAttend = z.infer<typeof rulesToAttendSchema>;

/** How many rules an environment has at most. */
export const MOST_RULES = 2_000;

/** GET /api/restock-rules: by product. */
export const restockRulesSchema = z.object({ items: z.array(restockRuleSchema) });
export type RestockRules = z.infer<typeof restockRulesSchema>;
