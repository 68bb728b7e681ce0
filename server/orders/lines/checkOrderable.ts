import "server-only";
import type { PreflightRequest } from "#lib/contracts/placeOrder.ts";
import { describeOtherDecimals } from "#lib/orders/lines/currencyProblem.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { checkOffered, type CheckedLines } from "./checkOffered.ts";

export type OrderableLines = CheckedLines & {
  /** Why the amounts cannot be taken as the client means them; null if they can. */
  otherDecimals: string | null;
};

/** Checks whether lines may be ordered now: as the service offers their products, and with the decimals that the client assumes. */
export async function checkOrderable(
  request: MemberRequest,
  { currency, decimals, lines }: Pick<PreflightRequest, "currency" | "decimals" | "lines">,
): Promise<OrderableLines> {
  const checked = await checkOffered(request, currency, lines);
  // Afterwards, when the decimals that an administrator has stated are known.
  return { ...checked, otherDecimals: describeOtherDecimals(currency, decimals) };
}
