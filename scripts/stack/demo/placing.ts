import type { Instant } from "#lib/time/instant.ts";
import { isAppError } from "#server/context/errors.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { readWallet } from "#server/wallet/readWallet.ts";
import type { Who } from "./people.ts";
import type { Fixed } from "./products.ts";
import type { Play, Step } from "./step.ts";

/** An order of the history. */
export type Placed = {
  /** The name by which other steps refer to it. */
  name: string;
  at: Instant;
  by: Who;
  lines: readonly { product: Fixed; quantity: number }[];
  purchaseOrder?: string;
  note?: string;
  tags?: string[];
};

/** Opens the wallet, as members do when they build an order, and confirms. */
export function placing(order: Placed): Step {
  return { at: order.at, order: order.name, take: (play) => place(play, order) };
}

async function place(play: Play, { name, by, lines, purchaseOrder, note, tags }: Placed): Promise<void> {
  const request = await play.as(by);
  await readWallet(request);
  await placeOrder(request, {
    confirmationId: play.idOf(name),
    currency: lines[0]?.product.currency ?? "EUR",
    lines: lines.map(({ product, quantity }) => ({
      productId: product.id,
      quantity,
      countryCode: product.country,
    })),
    ...(purchaseOrder === undefined ? {} : { purchaseOrder }),
    ...(note === undefined ? {} : { note }),
    ...(tags === undefined ? {} : { tags }),
  }).catch((error: unknown) => {
    // The service refuses this scenario; the order is in the ledger all the same.
    if (!isAppError(error) || error.kind !== "rejected") throw error;
  });
}
