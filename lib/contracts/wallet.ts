import { z } from "zod";

/** One amount of one currency, in its minor units, under the name the service gave it (`available`, `balance`, …). */
export const walletAmountSchema = z.object({ name: z.string(), amount: z.int() });
export const walletBalanceSchema = z.object({
  currency: z.string(),
  amounts: z.array(walletAmountSchema).min(1),
});
/** What a reader made of a wallet or a wallet snapshot. Empty balances mean: show `raw`, never zero. */
export const walletReadingSchema = z.object({ balances: z.array(walletBalanceSchema), raw: z.unknown() });
export type WalletAmount = z.infer<typeof walletAmountSchema>;
export type WalletBalance = z.infer<typeof walletBalanceSchema>;
export type WalletReading = z.infer<typeof walletReadingSchema>;

/** GET /api/wallet */
export const walletViewSchema = walletReadingSchema.extend({
  asOf: z.iso.datetime(),
  /** True when the service did not answer and this is the last snapshot we saw. */
  stale: z.boolean(),
  staleReason: z.string().nullable(),
});
export type WalletView = z.infer<typeof walletViewSchema>;

const currencyCodeSchema = z.string().regex(/^[A-Z]{3}$/);

/** GET /api/wallet/history */
export const walletHistoryQuerySchema = z.strictObject({
  currency: currencyCodeSchema,
  days: z.enum(["30", "90", "365"]).default("30"),
});
export type WalletHistoryQuery = z.output<typeof walletHistoryQuerySchema>;

/** A day (UTC) on which the service told a balance: the last one of the day, and what led to it since the one before. */
export const walletDaySchema = z.object({
  day: z.iso.date(),
  balance: z.int(),
  at: z.iso.datetime(),
  /** Where the last one of the day came from. */
  source: z.enum(["wallet", "order"]),
  /** How many different balances were told on this day. */
  snapshots: z.int(),
  /** Null for the first snapshot ever: there is nothing to compare it with. */
  movement: z
    .object({
      change: z.int(),
      /** Orders that the service accepted between the two snapshots, and what they cost. */
      orders: z.int(),
      spent: z.int(),
      /** Positive: more than the orders leave. Zero: they explain all of it. */
      unexplained: z.int(),
    })
    .nullable(),
});
export type WalletDay = z.infer<typeof walletDaySchema>;
export const walletHistorySchema = z.object({
  currency: z.string(),
  /** The newest first. */
  days: z.array(walletDaySchema),
});
export type WalletHistory = z.infer<typeof walletHistorySchema>;

/** Below which balance of a currency members are warned, in minor units. */
export const walletLimitSchema = z.object({ currency: z.string(), amount: z.int() });
/** The answer of GET and PUT /api/wallet/limits */
export const walletLimitsSchema = z.object({ limits: z.array(walletLimitSchema) });
export type WalletLimits = z.infer<typeof walletLimitsSchema>;
/** PUT /api/wallet/limits; null: no limit. */
export const changeWalletLimitSchema = z.strictObject({
  currency: currencyCodeSchema,
  amount: z.int().min(0).nullable(),
});
export type ChangeWalletLimit = z.output<typeof changeWalletLimitSchema>;
