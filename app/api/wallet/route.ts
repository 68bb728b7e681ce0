import { walletViewSchema } from "#lib/contracts/money/wallet.ts";
import { route } from "#server/route/route.ts";
import { readWallet } from "#server/wallet/readWallet.ts";

export const GET = route({
  permission: "wallet.read",
  machine: { summary: "Reads the balances", answer: walletViewSchema },
  handle: ({ request }) => readWallet(request),
});
