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
