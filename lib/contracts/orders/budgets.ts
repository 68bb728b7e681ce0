import { z } from "zod";
import { nameText } from "#lib/contracts/text/nameText.ts";
import { lineText } from "#lib/contracts/text/visibleText.ts";
import { orderTagsSchema } from "./orderTagSchemas.ts";
import { limitCurrencySchema } from "#lib/contracts/team/limits.ts";

/** `hard`: an order beyond it is refused; `soft`: it waits for another member's approval. */
export const BUDGET_MODES = ["hard", "soft"] as const;
export type BudgetMode = (typeof BUDGET_MODES)[number];

/** Over which its amounts are counted, in UTC; `dates`: once, over fixed days. */
export const BUDGET_PERIODS = ["month", "quarter", "year", "dates"] as const;
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];

/** The most budgets of an environment: every confirmation reads them. */
export const MOST_BUDGETS = 100;

/** Minor units. */
const amountSchema = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const amountsSchema = z
  .array(z.strictObject({ currency: limitCurrencySchema, amount: amountSchema }))
  .min(1, "Give an amount in at least one currency.")
  .max(20)
  .refine((amounts) => new Set(amounts.map(({ currency }) => currency)).size === amounts.length, {
    message: "Give one amount for each currency.",
  });

/** Which orders it covers: those with any of these; if all three are empty, every order of the environment. */
const coverage = {
  /** Who placed it, also by a service token that they made. */
  members: z.array(z.uuid()).max(100),
  tags: orderTagsSchema,
  /** What its purchase order begins with, in any case. */
  purchaseOrders: z
    .array(lineText(200).pipe(z.string().min(1, "Enter the beginning of a purchase order.")))
    .max(20),
};

/** POST /api/budgets, and PUT /api/budgets/{budgetId}, which replaces it; `closed` lets it cover no further order. */
export const budgetRequestSchema = z
  .strictObject({
    name: nameText("Enter a name for the budget."),
    mode: z.enum(BUDGET_MODES),
    period: z.enum(BUDGET_PERIODS),
    /** Of `dates`: the first and the last day. */
    startsOn: z.iso.date().nullable().default(null),
    endsOn: z.iso.date().nullable().default(null),
    /** What is left of a period can be spent in the next one, and lapses then. */
    rollsOver: z.boolean().default(false),
    amounts: amountsSchema,
    members: coverage.members.default([]),
    tags: coverage.tags.default([]),
    purchaseOrders: coverage.purchaseOrders.default([]),
    /** Of a soft one: who decides on orders beyond it; with nobody, whoever approves orders. */
    approvers: z.array(z.uuid()).max(20).default([]),
    closed: z.boolean().default(false),
  })
  .refine(({ period, startsOn, endsOn }) => (period === "dates") === (startsOn !== null && endsOn !== null), {
    message: "Give the first and the last day.",
    path: ["endsOn"],
  })
  .refine(({ startsOn, endsOn }) => startsOn === null || endsOn === null || startsOn <= endsOn, {
    message: "The last day is before the first.",
    path: ["endsOn"],
  })
  .refine(({ period, rollsOver }) => period !== "dates" || !rollsOver, {
    message: "A budget of fixed dates has no next period.",
    path: ["rollsOver"],
  })
  .refine(({ mode, approvers }) => mode === "soft" || approvers.length === 0, {
    message: "Orders beyond this budget are refused, so nobody approves them.",
    path: ["approvers"],
  });
export type BudgetRequest = z.input<typeof budgetRequestSchema>;
export type BudgetInput = z.output<typeof budgetRequestSchema>;
export const budgetAddressSchema = z.strictObject({ budgetId: z.uuid() });

/** What of one currency is used in a period, in minor units. */
const usedSchema = z.object({
  currency: z.string(),
  /** What may be spent, with what was left of the period before. */
  amount: z.int(),
  /** What of it was left of the period before. */
  carried: z.int(),
  /** Of orders that wait or are being sent, or of which it is not certain that they were not bought. */
  reserved: z.int(),
  /** Of orders that the service has accepted. */
  spent: z.int(),
});
export type BudgetUse = z.infer<typeof usedSchema>;

/** A period: its first day, and its last, in UTC. */
const periodSchema = z.object({ from: z.iso.date(), to: z.iso.date(), used: z.array(usedSchema) });
export type BudgetPeriodUse = z.infer<typeof periodSchema>;

/**
 * What a period will have used by its end at the pace so far, in minor units. `usedUpOn`: the day (UTC) on which nothing is left at that pace,
 * within the period; null: something is left at its end. `too_early`: too little of the period is over to tell.
 */
const forecastSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("too_early"), currency: z.string() }),
  z.object({
    kind: z.literal("pace"),
    currency: z.string(),
    total: z.int(),
    usedUpOn: z.iso.date().nullable(),
  }),
]);
export type BudgetForecast = z.infer<typeof forecastSchema>;

export const budgetSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  mode: z.enum(BUDGET_MODES),
  period: z.enum(BUDGET_PERIODS),
  startsOn: z.string().nullable(),
  endsOn: z.string().nullable(),
  rollsOver: z.boolean(),
  amounts: z.array(z.object({ currency: z.string(), amount: z.int() })),
  members: z.array(z.object({ id: z.uuid(), name: z.string() })),
  tags: z.array(z.string()),
  purchaseOrders: z.array(z.string()),
  approvers: z.array(z.object({ id: z.uuid(), name: z.string() })),
  closed: z.boolean(),
  /** What the current period will use in each currency at the pace so far; empty: it has not begun. */
  forecasts: z.array(forecastSchema),
  /** The current period and those before it, the latest first; none before the first day of a budget of fixed dates. */
  periods: z.array(periodSchema),
});
export type Budget = z.infer<typeof budgetSchema>;
/** GET /api/budgets: all of this environment, the open ones first. */
export const budgetsViewSchema = z.object({ budgets: z.array(budgetSchema) });
export type BudgetsView = z.infer<typeof budgetsViewSchema>;

/** POST /api/budgets/left: of the budgets that an order which is being built would count in. In a body, because people type some of it. */
export const budgetsLeftRequestSchema = z.strictObject({
  currency: limitCurrencySchema,
  tags: orderTagsSchema.default([]),
  purchaseOrder: lineText(200).default(""),
});
export type BudgetsLeftRequest = z.input<typeof budgetsLeftRequestSchema>;

/** What is left of a budget in one currency and period, in minor units: less than nothing if it is exceeded. */
export const budgetLeftSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  mode: z.enum(BUDGET_MODES),
  period: z.enum(BUDGET_PERIODS),
  from: z.iso.date(),
  to: z.iso.date(),
  currency: z.string(),
  amount: z.int(),
  left: z.int(),
});
export type BudgetLeft = z.infer<typeof budgetLeftSchema>;
/** Also GET /api/orders/{reference}/budgets: of those that an order counts in, itself included. */
export const budgetsLeftSchema = z.object({ budgets: z.array(budgetLeftSchema) });
export type BudgetsLeft = z.infer<typeof budgetsLeftSchema>;
