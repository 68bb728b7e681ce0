import { ANY_OTHER_CURRENCY } from "#lib/contracts/team/limits.ts";
import { HOUR, type Instant } from "#lib/time/instant.ts";
import { setLimit } from "#server/orders/limits/setLimit.ts";
import { approveOrder } from "#server/orders/verbs/approveOrder.ts";
import { endOrder } from "#server/orders/verbs/endOrder.ts";
import { workingHour } from "./moments.ts";
import { placing } from "./placing.ts";
import { assortment } from "./products.ts";
import { orderNamed, type Play, type Step } from "./step.ts";

/** 10,000.00 euros: more than an ordinary order costs. */
const LIMIT = 1_000_000;

/** A limit for the second buyer, and orders above it: approved, declined, and one that still waits. */
export function approvals(end: Instant): Step[] {
  const [approved, declined] = [workingHour(end, 30, 9, 30), workingHour(end, 18, 13, 30)];
  return [
    { at: workingHour(end, 50, 10), take: limitSecondBuyer },
    aboveLimit("approved", approved),
    {
      at: approved + HOUR,
      take: async (play) =>
        approveOrder(await play.as("approver"), { reference: await orderNamed(play, "approved") }),
    },
    aboveLimit("declined", declined),
    {
      at: declined + 2 * HOUR,
      take: async (play) =>
        endOrder(await play.as("approver"), {
          reference: await orderNamed(play, "declined"),
          verb: "decline",
          reason: "Twice the budget of the campaign. Order half of it.",
        }),
    },
    aboveLimit("to be approved", end - 3 * HOUR),
  ];
}

/** In other currencies too: whoever is limited in one needs approval in each that has no limit. */
async function limitSecondBuyer({ as }: Play): Promise<void> {
  const { actor } = await as("second-buyer");
  for (const currency of ["EUR", ANY_OTHER_CURRENCY]) {
    await setLimit(await as("admin"), {
      subject: { memberId: actor.id },
      currency,
      perOrder: LIMIT,
      perDay: null,
      perMonth: null,
    });
  }
}

function aboveLimit(name: string, at: Instant): Step {
  const [product] = assortment("EUR").toSorted((one, other) => other.price - one.price);
  if (product === undefined) throw new Error("the sandbox has no products in euros");
  const quantity = Math.ceil((LIMIT + 1) / product.price);
  return placing({ name, at, by: "second-buyer", lines: [{ product, quantity }], tags: ["campaign"] });
}
