import type { Instant } from "#lib/time/instant.ts";
import { isAppError } from "#server/context/errors.ts";
import type { MemberRequest } from "#server/context/context.ts";
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
  /** The service never answers: nobody need wait for it. */
  isSilent?: boolean;
};

/** How long an order waits for a service that never answers, in milliseconds. */
const SILENT_MS = 500;

/** Opens the wallet, as members do when they build an order, and confirms. */
export function placing(order: Placed): Step {
  return { at: order.at, order: order.name, take: (play) => place(play, order) };
}

async function place(
  play: Play,
  { name, by, lines, purchaseOrder, note, tags, isSilent }: Placed,
): Promise<void> {
  const request = await play.as(by);
  await readWallet(request);
  await placeOrder(isSilent === true ? impatient(request) : request, {
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

/** Only its own calls are cut short: on a slow machine, other answers may take as long. */
function impatient(request: MemberRequest): MemberRequest {
  const client = request.services.sandbox;
  if (client === undefined) return request;
  const sandbox: typeof client = {
    ...client,
    placeOrder: (body, options) => client.placeOrder(body, { ...options, timeoutMs: SILENT_MS }),
  };
  return { ...request, services: { ...request.services, sandbox } };
}
