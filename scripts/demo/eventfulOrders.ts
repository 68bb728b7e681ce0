import { DAY, HOUR, MINUTE, SECOND, type Instant } from "#lib/time/instant.ts";
import type { Behaviour } from "#sandbox/catalog/behaviours.ts";
import { endOrder } from "#server/orders/verbs/endOrder.ts";
import type { Who } from "./people.ts";
import { workingHour } from "./moments.ts";
import { placing } from "./placing.ts";
import { scenarioProduct } from "./products.ts";
import { orderNamed, type Step } from "./step.ts";

type Event = { behaviour: Behaviour; daysAgo: number; hour: number; quantity: number; by: Who };
const event = (
  behaviour: Behaviour,
  daysAgo: number,
  hour: number,
  quantity: number,
  by: Who = "buyer",
): Event => ({ behaviour, daysAgo, hour, quantity, by });

/** Earlier orders with an outcome that is worth showing. */
const EVENTS: readonly Event[] = [
  event("partial", 47, 9, 8),
  event("unavailable", 44, 14, 5, "second-buyer"),
  event("partial-then-completed", 40, 10, 12),
  event("undelivered", 38, 11, 3),
  event("throttled-always", 36, 15, 10, "second-buyer"),
  event("partial", 33, 8, 20, "second-buyer"),
  event("limit-exceeded", 29, 13, 100),
  event("down-after", 28, 10, 4),
  event("partial-with-codes", 26, 9, 16),
  event("undelivered-then-completed", 21, 12, 6, "second-buyer"),
  event("throttled", 20, 9, 5),
  event("reset-after", 19, 16, 2),
  event("wrong-country", 17, 10, 1, "second-buyer"),
  event("undelivered", 15, 14, 10),
  event("never-answers", 14, 11, 3),
  event("overdue", 13, 9, 30),
  event("partial", 12, 13, 40),
  event("late-visible", 11, 10, 2, "second-buyer"),
  event("throttled-always", 10, 11, 4),
  event("down-after", 9, 15, 7),
  event("inactive", 8, 9, 2),
  event("server-error", 7, 12, 5, "second-buyer"),
  event("down-once", 6, 10, 3),
  event("garbage", 4, 14, 6),
  event("throttled", 3, 9, 15),
  event("price-mismatch", 2, 13, 4),
];

/** Orders placed so shortly before the end of the history that their outcome is still open. */
const RECENT: readonly { behaviour: Behaviour; ago: number; quantity: number; by: Who }[] = [
  { behaviour: "down-always", ago: 26 * HOUR, quantity: 5, by: "buyer" },
  { behaviour: "undelivered", ago: 9 * HOUR, quantity: 4, by: "buyer" },
  { behaviour: "partial", ago: 5 * HOUR, quantity: 10, by: "second-buyer" },
  { behaviour: "unrecognised", ago: 3.5 * HOUR, quantity: 2, by: "buyer" },
  { behaviour: "vanishes", ago: 50 * MINUTE, quantity: 3, by: "second-buyer" },
  { behaviour: "down-always", ago: 6 * MINUTE, quantity: 6, by: "buyer" },
  { behaviour: "slow", ago: MINUTE, quantity: 12, by: "second-buyer" },
  { behaviour: "throttled-always", ago: 40 * SECOND, quantity: 8, by: "buyer" },
];

/** Orders that show the different outcomes: late, partial, rejected, unknown, given up. */
export function eventfulOrders(end: Instant): Step[] {
  const past = EVENTS.map(({ behaviour, daysAgo, hour, quantity, by }) =>
    placing({
      name: `${behaviour} ${daysAgo}`,
      at: workingHour(end, daysAgo, hour, 20),
      by,
      lines: [{ product: scenarioProduct(behaviour), quantity }],
      isSilent: behaviour === "never-answers",
    }),
  );
  const lately = RECENT.map(({ behaviour, ago, quantity, by }) =>
    placing({
      name: `${behaviour} lately ${ago}`,
      at: end - ago,
      by,
      lines: [{ product: scenarioProduct(behaviour), quantity }],
    }),
  );
  return [...past, ...lately, ...withdrawn(end, 24), ...withdrawn(end, 5), ...closed(end)];
}

/** An order that was throttled, and withdrawn before it was sent. */
function withdrawn(end: Instant, daysAgo: number): Step[] {
  const name = `withdrawn ${daysAgo}`;
  const at = workingHour(end, daysAgo, 10, 40);
  return [
    placing({
      name,
      at,
      by: "buyer",
      lines: [{ product: scenarioProduct("throttled-always"), quantity: 9 }],
    }),
    {
      at: at + 30 * SECOND,
      take: async (play) =>
        endOrder(await play.as("buyer"), { reference: await orderNamed(play, name), verb: "withdraw" }),
    },
  ];
}

/** An order with an unknown outcome, closed after an administrator had asked the service's support. */
function closed(end: Instant): Step[] {
  const at = workingHour(end, 31, 9, 10);
  const name = "closed";
  const reason = "The service's support confirmed that this order does not exist (ticket 48211).";
  return [
    placing({
      name,
      at,
      by: "second-buyer",
      lines: [{ product: scenarioProduct("not-created-always"), quantity: 6 }],
    }),
    {
      at: at + DAY,
      take: async (play) =>
        endOrder(await play.as("admin"), { reference: await orderNamed(play, name), verb: "close", reason }),
    },
  ];
}
