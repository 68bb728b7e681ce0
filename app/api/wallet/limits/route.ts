import { changeWalletLimitSchema } from "#lib/contracts/money/wallet.ts";
import { route } from "#server/route/route.ts";
import { changeWalletLimit, readWalletLimits } from "#server/wallet/limits.ts";

export const GET = route({
  permission: "wallet.read",
  handle: ({ request }) => readWalletLimits(request),
});

export const PUT = route({
  permission: "settings.change",
  body: changeWalletLimitSchema,
  handle: ({ request, body }) => changeWalletLimit(request, body),
});
