import "server-only";
import { inArray, or } from "drizzle-orm";
import type { Environment } from "#lib/contracts/environment.ts";
import { ANY_OTHER_CURRENCY, type LimitAmounts } from "#lib/contracts/team/limits.ts";
import { limitAmong, type Spender } from "#lib/orders/limits/limitAmong.ts";
import type { Transaction } from "#server/db/connect.ts";
import { orderLimits } from "#server/db/schema/limits.ts";

/** What several spenders may spend there in one currency, in their order. */
type Comparison = { environment: Environment; limits: (LimitAmounts | null)[] };

/**
 * The limits of several spenders, in each environment and each currency in which one of them has a limit, and in any other. They are
 * those in force: whoever is limited at all needs approval in a currency without a limit, so that a limit there lets them spend more.
 */
export async function compareLimits(tx: Transaction, spenders: readonly Spender[]): Promise<Comparison[]> {
  const ids = spenders.map(({ id }) => id);
  const roles = spenders.map((spender) => spender.role);
  const rows = await tx
    .select()
    .from(orderLimits)
    .where(or(inArray(orderLimits.memberId, ids), inArray(orderLimits.role, roles)));
  return [...Map.groupBy(rows, ({ environment }) => environment)].flatMap(([environment, there]) => {
    const currencies = new Set([...there.map(({ currency }) => currency), ANY_OTHER_CURRENCY]);
    return [...currencies].map((currency) => ({
      environment,
      limits: spenders.map((spender) => limitAmong(there, spender, currency)),
    }));
  });
}
