import "server-only";
import { and, count, eq, inArray, isNotNull, sum } from "drizzle-orm";
import { statesWhere } from "#lib/orders/lifecycle/states.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { orders } from "#server/db/schema/orders.ts";

/** States in which the service may not have the order yet, so that the wallet it reports may not include it. */
const IN_FLIGHT = statesWhere(({ stage }) => stage === "sending" || stage === "review");

/**
 * How many orders of a currency are on their way to the service in this environment, and their total price in minor units: the
 * balance may soon be lower by that amount.
 */
export async function sumInFlight(
  { db, environment }: MemberRequest,
  currency: string,
): Promise<{ orders: number; price: number }> {
  const [row] = await db
    .select({ orders: count(), price: sum(orders.price).mapWith(Number) })
    .from(orders)
    .where(
      and(
        eq(orders.environment, environment),
        eq(orders.currency, currency),
        // True for all of them, and makes the query use an index.
        isNotNull(orders.nextActionAt),
        inArray(orders.state, IN_FLIGHT),
      ),
    );
  const price = row?.price ?? 0;
  // A sum beyond exact integers cannot be compared.
  return { orders: row?.orders ?? 0, price: Math.min(price, Number.MAX_SAFE_INTEGER) };
}
