import type { QueryClient } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import { listAddressQuery, UNFILTERED } from "#lib/orders/list/listAddress.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { paths } from "#lib/paths.ts";
import { orderSuggestionsQuery } from "#lib/queries/orders/orderList.ts";

/**
 * The page of the only order that is found by a text, such as its purchase order, or the list of all that are; null if there is none.
 * Throws a ProblemError.
 */
export async function addressOfMatches(
  client: QueryClient,
  environment: Environment,
  text: string,
): Promise<string | null> {
  const { items } = await client.fetchQuery(orderSuggestionsQuery(environment, text, 2));
  const [only, ...others] = items;
  if (only === undefined) return null;
  if (others.length === 0) return paths.order(referenceOf(only));
  return paths.orders(listAddressQuery({ ...UNFILTERED, q: text }));
}
