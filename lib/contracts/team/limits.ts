import { z } from "zod";
import { currencyCodeSchema } from "#lib/contracts/money/currencyCode.ts";
import { nameText } from "#lib/contracts/text/nameText.ts";
import { roleIdSchema } from "./roles.ts";

/** What a limit is counted over: one order, a day or a calendar month, both in UTC, or the period of a budget. */
const LIMIT_PERIODS = ["order", "day", "month", "budget"] as const;

/** The limit or the budget that an order exceeds, in minor units of its currency; `used`: what was already used of it. */
export const exceededLimitSchema = z.object({
  period: z.enum(LIMIT_PERIODS),
  limit: z.int(),
  used: z.int(),
  /** The name of the budget. */
  budget: z.string().optional(),
  /** Its id: its approvers decide on the order. */
  budgetId: z.uuid().optional(),
});
export type ExceededLimit = z.infer<typeof exceededLimitSchema>;
export type LimitPeriod = ExceededLimit["period"];

/** GET /api/limits/exceeded: of an order that is being built. `price`: its total in minor units. */
export const exceededQuerySchema = z.strictObject({
  currency: currencyCodeSchema,
  price: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
});
/** Null: the order is within all limits of the member. */
export const exceededViewSchema = z.object({ exceeded: exceededLimitSchema.nullable() });
export type ExceededView = z.infer<typeof exceededViewSchema>;

/** Minor units; 0: every order needs approval; null: no limit. */
const limitAmountSchema = z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable();
const limitAmounts = {
  perOrder: limitAmountSchema,
  perDay: limitAmountSchema,
  perMonth: limitAmountSchema,
};
const limitAmountsSchema = z.strictObject(limitAmounts);
export type LimitAmounts = z.infer<typeof limitAmountsSchema>;

/** Stands for every currency in which there is no limit of its own: the service may sell in others than are known today. */
export const ANY_OTHER_CURRENCY = "*";

/** Normalises the spelling of a currency. */
export const limitCurrencySchema = currencyCodeSchema.transform((code) => code.toUpperCase());

/** Whom a limit applies to: one member, or each member of a role who has none of their own. */
const limitSubjectSchema = z.union([
  z.strictObject({ memberId: z.uuid() }),
  z.strictObject({ role: roleIdSchema }),
]);
export type LimitSubject = z.infer<typeof limitSubjectSchema>;

/**
 * PUT /api/limits: sets the limits of one member or role in one currency. An amount that is left out stays; once all of them are null,
 * there is no limit.
 */
export const setLimitRequestSchema = z.strictObject({
  subject: limitSubjectSchema,
  currency: limitCurrencySchema,
  ...limitAmountsSchema.partial().shape,
});
export type SetLimitRequest = z.infer<typeof setLimitRequestSchema>;

export const spendingLimitSchema = z.object({
  subject: limitSubjectSchema,
  /** Name of the member; null for a role's limit. */
  memberName: z.string().nullable(),
  currency: z.string(),
  ...limitAmounts,
});
export type SpendingLimit = z.infer<typeof spendingLimitSchema>;

/** GET and PUT /api/limits: all limits of this environment, roles first. */
export const limitsViewSchema = z.object({ limits: z.array(spendingLimitSchema) });
export type LimitsView = z.infer<typeof limitsViewSchema>;

/** The most characters of the reason for a product's limit. */
export const MAX_LIMIT_REASON = 200;

/** The longest time, in days, over which the codes of a product are counted. */
export const MAX_LIMIT_DAYS = 31;

/** How many codes of a product the team may order within its days, over all members; 0: none. */
const limitedCodesSchema = z.int().min(0).max(2_147_483_647);
/** The days (UTC) over which codes are counted: that of an order, and those before. */
const limitDaysSchema = z.int().min(1).max(MAX_LIMIT_DAYS);

/** PUT /api/limits/products: sets the limit of one product, or removes it with null, for a reason. */
export const setProductLimitRequestSchema = z.strictObject({
  productId: z.int().positive(),
  codes: limitedCodesSchema.nullable(),
  days: limitDaysSchema.default(1),
  reason: nameText("Give a reason.", MAX_LIMIT_REASON),
});
export type SetProductLimitRequest = z.infer<typeof setProductLimitRequestSchema>;

export const productLimitSchema = z.object({
  productId: z.int(),
  /** As in the catalog; null if the catalog has never had it. */
  productName: z.string().nullable(),
  codes: limitedCodesSchema,
  days: limitDaysSchema,
  reason: z.string(),
  /** How many were ordered within its days, today being the last. */
  ordered: z.int().nonnegative(),
});
export type ProductLimit = z.infer<typeof productLimitSchema>;

/** GET and PUT /api/limits/products: all of this environment. */
export const productLimitsViewSchema = z.object({ limits: z.array(productLimitSchema) });
export type ProductLimitsView = z.infer<typeof productLimitsViewSchema>;
