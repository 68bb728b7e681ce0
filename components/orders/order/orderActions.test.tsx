import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime.js";
import type { ContextType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { OrderView } from "#lib/contracts/order.ts";
import { ENDING_VERBS, ORDER_STATES, type OrderAction, type OrderState } from "#lib/contracts/orderState.ts";
import type { Role } from "#lib/contracts/role.ts";
import { allowedActions } from "#lib/orders/lifecycle/actions.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { EnvironmentProvider } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ENDING_WORDS } from "./EndOrderDialog.tsx";
import { OrderActions } from "./OrderActions.tsx";

const ENDING_BUTTONS = ENDING_VERBS.map((verb): [OrderAction, string] => [verb, ENDING_WORDS[verb].button]);
const BUTTONS = new Map<OrderAction, string>([
  ["check", "Check now"],
  ["reorder_missing", "Reorder 1 missing code"],
  ["copy", "Copy to new order"],
  ...ENDING_BUTTONS,
]);

const nowhere = (): void => undefined;
/** Pages are rendered, and nobody goes anywhere. */
const ROUTER: NonNullable<ContextType<typeof AppRouterContext>> = {
  back: nowhere,
  forward: nowhere,
  refresh: nowhere,
  push: nowhere,
  replace: nowhere,
  prefetch: nowhere,
  bfcacheId: "",
};

/** An order with one line of which one code is missing, as far as its state allows. */
function orderIn(state: OrderState, member: { id: string; role: Role }): OrderView {
  const line = { productId: 7, productName: "Card", price: 1_000, quantity: 3, countryCode: "DE" };
  return {
    externalOrderCode: "CD-1",
    orderId: null,
    state,
    statusName: null,
    environment: "sandbox",
    origin: "placed",
    currency: "EUR",
    price: 3_000,
    quantity: 3,
    lineCount: 1,
    firstProductName: "Card",
    delivered: 2,
    ordered: 3,
    placedBy: "Ada",
    createdAt: "2030-01-01T12:00:00Z",
    estimatedReadyAt: null,
    lines: [line],
    note: null,
    purchaseOrder: null,
    reason: null,
    message: null,
    refusal: null,
    refusedLines: [],
    wallet: null,
    nextLookAt: null,
    lastLookAt: null,
    attempts: 1,
    updatedAt: "2030-01-01T12:00:00Z",
    alarm: null,
    actions: allowedActions(member, { state, placedBy: "ada" }),
    canReveal: false,
    pollAfterMs: null,
    timeline: [],
  };
}

/** The buttons on the order's page, without those inside its dialogs. */
function buttonsOf(order: OrderView): string[] {
  const markup = renderToStaticMarkup(
    <AppRouterContext value={ROUTER}>
      <QueryClientProvider client={new QueryClient()}>
        <EnvironmentProvider environment="sandbox">
          <OrderActions reference="CD-1" order={order} />
        </EnvironmentProvider>
      </QueryClientProvider>
    </AppRouterContext>,
  );
  const outside = markup.replaceAll(/<dialog.*?<\/dialog>/gs, "");
  return [...outside.matchAll(/<button[^>]*>(.*?)<\/button>/gs)].map(([, text = ""]) =>
    text.replaceAll(/<[^>]*>/g, ""),
  );
}

describe("the actions of an order", () => {
  it.each(ORDER_STATES)("that is %s are buttons for whoever may do all of it", (state) => {
    const order = orderIn(state, { id: "eve", role: "admin" });
    expect(buttonsOf(order)).toEqual(STATES[state].actions.map((action) => BUTTONS.get(action)));
  });

  it.each(ORDER_STATES)("that is %s are nothing but a check for support", (state) => {
    const order = orderIn(state, { id: "sam", role: "support" });
    expect(buttonsOf(order)).toEqual(STATES[state].actions.includes("check") ? ["Check now"] : []);
  });
});
