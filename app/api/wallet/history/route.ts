import { walletHistoryQuerySchema } from "#lib/contracts/money/wallet.ts";
import { route } from "#server/route/route.ts";
import { readHistory } from "#server/wallet/readHistory.ts";

export const GET = route({
  permission: "wallet.read",
  query: walletHistoryQuerySchema,
  handle: ({ request, query }) => readHistory(request, query),
});
