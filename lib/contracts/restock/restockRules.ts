import { z } from "zod";
import { MAX_PRODUCTS } from "#lib/contracts/orders/orderLimits.ts";

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

/** How many products a view may have for a rule to look after them: as many as fit in one order. */
export const MOST_VIEW_PRODUCTS = MAX_PRODUCTS;
/** How many rules of views an environment has at most. */
export const MOST_VIEW_RULES = 40;

/** What a rule looks after: one product, or the products of a saved view of the catalog that have a fixed price in one currency. */
const subjectSchema = {
  productId: z.int().positive().optional(),
  view: z.strictObject({ id: z.uuid(), currency: z.string().min(1).max(10) }).optional(),
};

function refineSubject(
  { productId, view }: { productId?: unknown; view?: unknown },
  context: z.RefinementCtx,
) {
  if ((productId === undefined) === (view === undefined))
    context.addIssue({ code: "custom", path: ["productId"], message: "Choose a product or a saved view." });
}

/** POST /api/restock-rules: makes a rule of the member's own. */
export const makeRuleRequestSchema = termsSchema
  .extend(subjectSchema)
  .superRefine(refineSubject)
  .superRefine(refineTerms);
export type MakeRuleRequest = z.input<typeof makeRuleRequestSchema>;

/** PUT /api/restock-rules/{ruleId}: everything that it says; refused if somebody has changed it since `version`. */
export const changeRuleRequestSchema = termsSchema
  .extend({
    version: z.int().positive(),
    paused: z.boolean().default(false),
    /** Of a view's rule: from now on it looks after what the saved view shows now. */
    takesViewAsSaved: z.boolean().default(false),
  })
  .superRefine(refineTerms);
export type ChangeRuleRequest = z.input<typeof changeRuleRequestSchema>;

/** POST /api/restock-rules/{ruleId}/approval: consents to what the rule says in this version. */
export const approveRuleRequestSchema = z.strictObject({ version: z.int().positive() });

export const ruleAddressSchema = z.strictObject({ ruleId: z.uuid() });

/** Why a rule could not act. It is told once, until the reason is another or gone. */
export const RESTOCK_PROBLEMS = [
  "owner",
  "view",
  "view-too-large",
  "not-offered",
  "no-price",
  "price",
  "day",
  "wallet",
  "refused",
] as const;
export type RestockProblem = (typeof RESTOCK_PROBLEMS)[number];

const positionSchema = z.object({ untouched: z.int(), ordered: z.int(), proposed: z.int() });
const problemSchema = z.object({
  kind: z.enum(RESTOCK_PROBLEMS),
  message: z.string(),
  since: z.iso.datetime(),
});

/** How many of a view's products that a rule could not act for are listed one by one. */
export const PROBLEMS_LISTED = 10;

/** The view of a rule, as it was saved when the rule took it. */
const ruleViewSchema = z.object({
  name: z.string(),
  /** As the catalog's address writes it. */
  query: z.string(),
  /** How many products it had at the last run. */
  products: z.int(),
  /** What became of the saved view since. The rule stays with what it has taken. */
  since: z.enum(["same", "changed", "deleted"]),
  /** Why it could not act for single products, the first ones, and for how many. */
  problems: z.array(problemSchema.extend({ productId: z.int(), productName: z.string().nullable() })),
  problemCount: z.int(),
});

export const restockRuleSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  /** Null: the rule looks after the products of a view. */
  productId: z.int().nullable(),
  productName: z.string().nullable(),
  view: ruleViewSchema.nullable(),
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
  /** Codes that nobody has seen, those on their way, and those in proposals; of a view, of all its products together. */
  position: positionSchema,
  /** Of a view's rule: why it acts for none of its products. */
  problem: problemSchema.nullable(),
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
      /** Null: a view's rule. */
      productId: z.int().nullable(),
      /** Of the product, or of the view. */
      name: z.string(),
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

/** POST /api/restock-rules/preview: what a rule would do now, before it is made or approved. Nothing is done by it. */
export const previewRuleRequestSchema = z.union([
  z.strictObject({ ruleId: z.uuid() }),
  makeRuleRequestSchema,
]);

export type PreviewRuleRequest = z.input<typeof previewRuleRequestSchema>;

/** How many products of a preview are listed. */
export const PREVIEW_LISTED = 50;

export const rulePreviewSchema = z.object({
  /** How many products it would look after. */
  products: z.int(),
  /** Products of the view that another rule looks after already. */
  elsewhere: z.int(),
  currency: z.string().nullable(),
  /** For how many products it would act now, for how many codes, and for how much in all. */
  acts: z.object({ products: z.int(), codes: z.int(), total: z.int() }),
  /** Those that it would act for, or could not, the first ones. */
  items: z.array(
    z.object({
      productId: z.int(),
      productName: z.string().nullable(),
      position: positionSchema,
      quantity: z.int(),
      price: z.int().nullable(),
      problem: z.string().nullable(),
    }),
  ),
  /** Why it would act for none. */
  problem: z.string().nullable(),
});
export type RulePreview = z.infer<typeof rulePreviewSchema>;
