import "server-only";
import type { PreflightRequest } from "#lib/contracts/orders/placeOrder.ts";
import { beyondAllowance, beyondProblem } from "#lib/orders/lines/allowance.ts";
import { describeOtherDecimals } from "#lib/orders/lines/currencyProblem.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { allowancesNow } from "#server/orders/rules/rules.ts";
import { checkOffered, type CheckedLines } from "./checkOffered.ts";

export type OrderableLines = CheckedLines & {
  /** Why the amounts cannot be taken as the client means them; null if they can. */
  otherDecimals: string | null;
};

/**
 * Checks whether lines may be ordered now: as the service offers their products, within what the rules leave of each product, and with
 * the decimals that the client assumes. What the rules say is not binding before the transaction that writes the order.
 */
export async function checkOrderable(
  request: MemberRequest,
  { currency, decimals, lines }: Pick<PreflightRequest, "currency" | "decimals" | "lines">,
): Promise<OrderableLines> {
  const [checked, allowances] = await Promise.all([
    checkOffered(request, currency, lines),
    allowancesNow(
      request,
      lines.map(({ productId }) => productId),
    ),
  ]);
  const beyond = beyondAllowance(lines, allowances);
  return {
    ...checked,
    lines: checked.lines.map((line, index) => {
      const allowance = beyond.get(index);
      return line.problem !== null || allowance === undefined
        ? line
        : { ...line, problem: beyondProblem(index, allowance) };
    }),
    // Afterwards, when the decimals that an administrator has stated are known.
    otherDecimals: describeOtherDecimals(currency, decimals),
  };
}
