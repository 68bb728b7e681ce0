import { route } from "#server/route/route.ts";
import { readWallet } from "#server/wallet/readWallet.ts";

export const GET = route({
  permission: "wallet.read",
  handle: ({ request }) => readWallet(request),
});
