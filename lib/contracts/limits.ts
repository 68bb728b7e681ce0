import { z } from "zod";
import { currencyCodeSchema } from "./currencyCode.ts";
import { roleIdSchema } from "./roles.ts";

/** What a limit is counted over: one order, a day or a calendar month, both in UTC. */
const LIMIT_PERIODS = ["order", "day", "month"] as const;

/** The limit that an order exceeds, in minor units of its currency; `used`: what the member had already spent of it. */
export const exceededLimitSchema = z.object({
  period: z.enum(LIMIT_PERIODS),
  limit: z.int(),
  used: z.int(),
});
export type ExceededLimit = z.infer<typeof exceededLimitSchema>;
export type LimitPeriod = ExceededLimit["period"];

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
