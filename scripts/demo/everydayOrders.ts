import { HOUR, MINUTE, type Instant } from "#lib/time/instant.ts";
import { revealCodes } from "#server/codes/revealCodes.ts";
import type { Who } from "./people.ts";
import { sameEveryTime, workingHour } from "./moments.ts";
import { placing, type Placed } from "./placing.ts";
import { assortment, type Fixed } from "./products.ts";
import { orderNamed, type Step } from "./step.ts";

/** How many orders of the history are ordinary. */
const EVERYDAY = 41;
const DAYS = 59;
const QUANTITIES = [1, 2, 2, 3, 5, 5, 8, 10, 12, 20, 25] as const;
const CURRENCIES = ["EUR", "EUR", "EUR", "EUR", "USD", "GBP"] as const;
const TAGS = [["retail"], ["retail", "weekly"], ["employee rewards"], ["campaign"], []] as const;
const REASONS = [
  "Sent to the customer by e-mail",
  "Checkout of the web shop",
  "Prize draw of the newsletter",
  "Handed to the store",
] as const;

/** The ages of the newest orders when the history ends, on any day of the week: the list of orders begins with them. */
const LATELY = [11 * HOUR, 7 * HOUR, 4 * HOUR, 2 * HOUR, 70 * MINUTE, 25 * MINUTE] as const;

/** What two buyers ordered and revealed on ordinary days. */
export function everydayOrders(end: Instant): Step[] {
  const random = sameEveryTime(20_261_122);
  const past = Array.from({ length: EVERYDAY }, (_, index) => everydayOrder(end, index, random)).flat();
  const lately = LATELY.map((ago, nth) => ({ ...basket(end, EVERYDAY + nth, random), at: end - ago }));
  return [...past, ...lately.map(placing)];
}

function everydayOrder(end: Instant, index: number, random: () => number): Step[] {
  const order = basket(end, index, random);
  const [isRevealed, reason, delay] = [random() < 0.6, pick(REASONS, random()), 5 + 80 * random()];
  if (order.at > end - HOUR) return [];
  if (!isRevealed) return [placing(order)];
  const reveal: Step = {
    at: Math.min(end - 20 * MINUTE, Math.round(order.at + delay * MINUTE)),
    take: async (play) =>
      revealCodes(await play.as(order.by), {
        reference: await orderNamed(play, order.name),
        skip: 0,
        take: 100,
        reason,
      }),
  };
  return [placing(order), reveal];
}

function basket(end: Instant, index: number, random: () => number): Placed {
  const daysAgo = DAYS - (index * DAYS) / EVERYDAY;
  const products = assortment(pick(CURRENCIES, random()));
  const at = workingHour(end, daysAgo, 7 + Math.floor(random() * 9), Math.floor(random() * 60));
  const by: Who = random() < 0.65 ? "buyer" : "second-buyer";
  // Squared, so that the first products of the assortment are chosen most often.
  const chosen = Array.from({ length: 1 + Math.floor(random() * 3.5) }, () => pick(products, random() ** 2));
  const lines = [...new Set<Fixed>(chosen)].map((product) => ({
    product,
    quantity: pick(QUANTITIES, random()),
  }));
  const purchaseOrder =
    random() < 0.5 ? `PO-${new Date(at).getUTCFullYear()}-${1_204 + index * 3}` : undefined;
  const tags = [...pick(TAGS, random())];
  return {
    name: `everyday ${index}`,
    at,
    by,
    lines,
    ...(purchaseOrder === undefined ? {} : { purchaseOrder }),
    ...(tags.length === 0 ? {} : { tags }),
  };
}

function pick<T>(list: readonly T[], at: number): T {
  const found = list[Math.min(list.length - 1, Math.floor(at * list.length))];
  if (found === undefined) throw new Error("an empty list to pick from");
  return found;
}
