import "server-only";
import type { PreflightRequest } from "#lib/contracts/orders/placeOrder.ts";
import type { Allowance } from "#lib/contracts/orders/allowances.ts";
import { beyondAllowance, beyondProblem } from "#lib/orders/lines/allowance.ts";
import { describeOtherDecimals } from "#lib/orders/lines/currencyProblem.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Rule } from "#server/orders/rules/rule.ts";
import { allowancesNow } from "#server/orders/rules/rules.ts";
import { checkOffered, type CheckedLines } from "./checkOffered.ts";

export type OrderableLines = CheckedLines & {
  /** Why the amounts cannot be taken as the client means them; null if they can. */
  otherDecimals: string | null;
};

/**
 * Checks whether lines may be ordered now: as the service offers their products, within what the rules leave of each product, and with
 * the decimals that the client assumes. What the rules say is not binding before the transaction that writes the order.
 * @param concerning the rules that may concern the order, if they are being found out
 */
export async function checkOrderable(
  request: MemberRequest,
  { currency, decimals, lines }: Pick<PreflightRequest, "currency" | "decimals" | "lines">,
  concerning?: Promise<readonly Rule[]>,
): Promise<OrderableLines> {
  const [checked, allowances] = await Promise.all([
    checkOffered(request, currency, lines),
    allowancesOf(request, lines, concerning),
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

async function allowancesOf(
  request: MemberRequest,
  lines: PreflightRequest["lines"],
  concerning: Promise<readonly Rule[]> | undefined,
): Promise<ReadonlyMap<number, Allowance>> {
  const ids = lines.map(({ productId }) => productId);
  return allowancesNow(request, ids, await concerning);
}
