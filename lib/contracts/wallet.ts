import { z } from "zod";

/** One amount of one currency, in its minor units, under the name the service gave it (`available`, `balance`, …). */
export const walletAmount = z.object({ name: z.string(), amount: z.int() });
export const walletBalance = z.object({
  currency: z.string(),
  amounts: z.array(walletAmount).min(1),
});
/** What a reader made of a wallet or a wallet snapshot. Empty balances mean: show `raw`, never zero. */
export const walletReading = z.object({ balances: z.array(walletBalance), raw: z.unknown() });
export type WalletAmount = z.infer<typeof walletAmount>;
export type WalletBalance = z.infer<typeof walletBalance>;
export type WalletReading = z.infer<typeof walletReading>;

/** GET /api/wallet */
export const walletView = walletReading.extend({
  asOf: z.iso.datetime(),
  /** True when the service did not answer and this is the last snapshot we saw. */
  stale: z.boolean(),
  staleReason: z.string().nullable(),
});
export type WalletView = z.infer<typeof walletView>;
