import type { WalletView } from "#lib/contracts/wallet.ts";
import { route } from "#server/route/route.ts";
import { readWallet } from "#server/wallet/readWallet.ts";

export const GET = route({
  permission: "wallet.read",
  handle: async ({ request }) => (await readWallet(request)) satisfies WalletView,
});
