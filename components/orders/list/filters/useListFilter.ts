import { filterOf, type ListAddress, type OrdersFilter } from "#lib/orders/list/listAddress.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { useTimes } from "#components/time/TimeProvider.tsx";
import { useNow } from "#components/time/useNow.ts";

/** In every time zone, days begin at a multiple of 15 minutes. */
const DAYS_BEGIN_EVERY = 15 * MINUTE;

/** The filter in a list's address, with periods as days of the member's time zone; updated when a day ends. */
export function useListFilter(address: ListAddress): OrdersFilter {
  return filterOf(address, useTimes(), useNow(DAYS_BEGIN_EVERY));
}
