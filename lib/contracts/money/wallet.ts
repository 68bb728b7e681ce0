import { z } from "zod";
import { currencyCodeSchema } from "./currencyCode.ts";

/** One amount in minor units of its currency, with the service's name for it (`available`, `balance`, …). */
export const walletAmountSchema = z.object({ name: z.string(), amount: z.int() });
export const walletBalanceSchema = z.object({
  currency: z.string(),
  amounts: z.array(walletAmountSchema).min(1),
});
/** What stands where an amount is expected and is no exact integer of minor units, as text; empty: nothing readable. */
export const unreadAmountSchema = z.object({ currency: z.string(), name: z.string(), text: z.string() });
export type UnreadAmount = z.infer<typeof unreadAmountSchema>;
/**
 * The result of reading a wallet or a wallet snapshot. The currency is as the service writes it, empty if it writes none. If there are
 * neither balances nor unread amounts, show `raw`, never zero.
 */
export const walletReadingSchema = z.object({
  balances: z.array(walletBalanceSchema),
  unread: z.array(unreadAmountSchema).optional(),
  raw: z.unknown(),
});
export type WalletAmount = z.infer<typeof walletAmountSchema>;
export type WalletBalance = z.infer<typeof walletBalanceSchema>;
export type WalletReading = z.infer<typeof walletReadingSchema>;

/** GET /api/wallet */
export const walletViewSchema = walletReadingSchema.extend({
  asOf: z.iso.datetime(),
  /** True if the service did not answer and this is the last snapshot we saw. */
  stale: z.boolean(),
  staleReason: z.string().nullable(),
});
export type WalletView = z.infer<typeof walletViewSchema>;

/** GET /api/wallet/history */
export const walletHistoryQuerySchema = z.strictObject({
  currency: currencyCodeSchema,
  days: z.enum(["30", "90", "365"]).default("30"),
});
export type WalletHistoryQuery = z.output<typeof walletHistoryQuerySchema>;

/** A day (UTC) on which the service reported a balance: the last one of the day, and what changed since the previous one. */
export const walletDaySchema = z.object({
  day: z.iso.date(),
  balance: z.int(),
  at: z.iso.datetime(),
  /** Where the last balance of the day came from. */
  source: z.enum(["wallet", "order"]),
  /** How many different balances were reported on this day. */
  snapshots: z.int(),
  /** Null for the very first snapshot, which cannot be compared with anything. */
  movement: z
    .object({
      change: z.int(),
      /** Orders that the service accepted between the two snapshots, and what they cost. */
      orders: z.int(),
      spent: z.int(),
      /** Positive: the balance is higher than the orders explain. Zero: they explain the whole change. */
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

/** The balance of a currency below which members are warned, in minor units. */
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
