import { stateUnitsSchema } from "#lib/contracts/money/currencyUnits.ts";
import { readCurrencyUnits, stateCurrencyUnits } from "#server/settings/currencyUnits.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "settings.read",
  handle: ({ request }) => readCurrencyUnits(request),
});

export const PUT = route({
  permission: "settings.change",
  body: stateUnitsSchema,
  handle: ({ request, body }) => stateCurrencyUnits(request, body),
});
