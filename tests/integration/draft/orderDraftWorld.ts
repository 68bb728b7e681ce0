import { randomUUID } from "node:crypto";
import type { OrderDraft, OrderDraftView, PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import { EMPTY_DRAFT } from "#lib/orders/drafts/draftRules.ts";
import { isAppError, type AppError } from "#server/context/errors.ts";
import { readDraft } from "#server/orders/drafts/readDraft.ts";
import { saveDraft } from "#server/orders/drafts/saveDraft.ts";
import { createOrderWorld, type OrderWorld } from "#tests/support/orderWorld.ts";
import { scenario } from "#scripts/launch/sandbox/scenarioProduct.ts";

type Line = OrderDraft["lines"][number];

/** A world in which a member orders from drafts. */
export type OrderDraftWorld = OrderWorld & {
  /** Of each line that names no other product; of several codes, some are delivered. */
  productId: number;
  line: (quantity: string, product?: number) => Line;
  /** Saves lines as the whole of the member's draft. */
  saveLines: (...lines: Line[]) => Promise<OrderDraftView>;
};

export async function createOrderDraftWorld(): Promise<OrderDraftWorld> {
  const world = await createOrderWorld();
  const productId = await scenario(world.sandbox, "partial");
  return {
    ...world,
    productId,
    line: (quantity, product = productId) => ({
      id: randomUUID(),
      productId: product,
      amount: "10.00",
      quantity,
      countryCode: "",
    }),
    saveLines: async (...lines) => {
      const { id, version } = await readDraft(world.request);
      return saveDraft(world.request, { id, version, draft: { ...EMPTY_DRAFT, note: "n", lines } });
    },
  };
}

/** What the review confirms of some lines of a draft, as it was when it was reviewed. */
export function confirm(
  { id, version, draft }: OrderDraftView,
  lines = draft.lines,
  more: Partial<PlaceOrderRequest> = {},
): PlaceOrderRequest {
  return {
    currency: "EUR",
    confirmationId: randomUUID(),
    draft: { id, version },
    lines: lines.map((each) => ({
      productId: each.productId,
      quantity: Number(each.quantity),
      lineId: each.id,
    })),
    ...more,
  };
}

/** The error for a person that some work ends with. */
export async function errorOf(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isAppError(error)) throw new Error(`expected an error for a person, got ${String(error)}`);
  return error;
}
