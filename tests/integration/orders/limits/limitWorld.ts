import { randomUUID } from "node:crypto";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import type { LimitAmounts, LimitSubject } from "#lib/contracts/team/limits.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { isAppError } from "#server/context/errors.ts";
import { orderLimits } from "#server/db/schema/limits.ts";
import { setLimit } from "#server/orders/limits/setLimit.ts";
import { placeOrder } from "#server/orders/verbs/placeOrder.ts";
import { preflightOrder } from "#server/orders/verbs/preflightOrder.ts";
import { createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";

export const NONE: LimitAmounts = { perOrder: null, perDay: null, perMonth: null };

/** A buyer, an approver and an administrator, and a product with a fixed price in EUR. */
export type LimitWorld = OrderWorld & {
  /** The id and the price of the product that everybody orders. */
  product: { id: number; price: number };
  approver: MemberRequest;
  admin: MemberRequest;
  /** Sets limits in EUR as the administrator, for the buyer or another subject. */
  limit(amounts: Partial<LimitAmounts>, subject?: LimitSubject): Promise<unknown>;
  noLimits(): Promise<unknown>;
  /** Orders this quantity of the product. */
  order(quantity: number, request?: MemberRequest): Promise<OrderView>;
  postsOf(reference: string): Promise<number>;
};

export async function createLimitWorld(options: { stopped?: boolean } = {}): Promise<LimitWorld> {
  const world = await createOrderWorld(options);
  const id = await scenario(world.sandbox, "slow");
  const { price } = await preflightOrder(world.request, {
    currency: "EUR",
    lines: [{ productId: id, quantity: 1 }],
  });
  if (price === null) throw new Error("the product has no price");
  const admin = await world.join("admin", "Ada Admin");
  return {
    ...world,
    product: { id, price },
    admin,
    approver: await world.join("approver", "Arif Approver"),
    limit: (amounts, subject = { memberId: world.request.actor.id }) =>
      setLimit(admin, { subject, currency: "EUR", ...NONE, ...amounts }),
    noLimits: () => world.program.db.delete(orderLimits),
    order: (quantity, request = world.request) =>
      placeOrder(request, {
        currency: "EUR",
        lines: [{ productId: id, quantity }],
        confirmationId: randomUUID(),
      }),
    postsOf: async (reference) =>
      (await world.received(reference)).filter(({ method }) => method === "POST").length,
  };
}

/** The kind of the error that a person is shown; null where there was none. */
export async function kindOf(work: Promise<unknown>): Promise<string | null> {
  return work.then(
    () => null,
    (error: unknown) => (isAppError(error) ? error.kind : String(error)),
  );
}
