import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime.js";
import type { ContextType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import {
  ENDING_VERBS,
  ORDER_STATES,
  type OrderAction,
  type OrderState,
} from "#lib/contracts/orders/orderState.ts";
import type { Role } from "#lib/contracts/team/role.ts";
import { allowedActions } from "#lib/orders/lifecycle/actions.ts";
import { orderView } from "#lib/orders/orderView.testing.ts";
import { isFinal, STATES } from "#lib/orders/lifecycle/states.ts";
import { EnvironmentProvider } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ENDING_WORDS } from "./endingWords.ts";
import { NextStep } from "./NextStep.tsx";
import { OrderActions } from "./OrderActions.tsx";

const ENDING_BUTTONS = ENDING_VERBS.map((verb): [OrderAction, string] => [verb, ENDING_WORDS[verb].button]);
const BUTTONS = new Map<OrderAction, string>([
  ["check", "Check now"],
  ["approve", "Approve"],
  ["reorder_missing", "Reorder 1 missing code"],
  ...ENDING_BUTTONS,
]);

const nowhere = (): void => undefined;
/** Pages are rendered only; nothing navigates. */
const ROUTER: NonNullable<ContextType<typeof AppRouterContext>> = {
  back: nowhere,
  forward: nowhere,
  refresh: nowhere,
  push: nowhere,
  replace: nowhere,
  prefetch: nowhere,
  bfcacheId: "",
};

const orderIn = (state: OrderState, member: { id: string; role: Role }): OrderView =>
  orderView({
    state,
    actions: allowedActions(member, {
      state,
      otherOrder: null,
      placedBy: "ada",
      byOwnToken: false,
      standsInFor: null,
      deciders: null,
    }),
  });

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
    const again = STATES[state].isNothingBought ? "Edit and order again" : "Order again";
    expect(buttonsOf(order)).toEqual(
      STATES[state].actions.flatMap((action) => [
        BUTTONS.get(action) ?? again,
        ...(action === "decline" ? ["Ask for changes"] : []),
      ]),
    );
  });

  it("that a program has confirmed don't include asking for changes, which nobody could make", () => {
    const order = orderIn("awaiting_approval", { id: "eve", role: "admin" });
    const automation = {
      kind: "schedule",
      id: "0198c0de-0000-7000-8000-000000000000",
      name: "Mondays",
    } as const;
    expect(buttonsOf({ ...order, automation })).toEqual(["Approve", "Decline", "Withdraw order"]);
  });

  it.each(ORDER_STATES)("that is %s are nothing but a check for support", (state) => {
    const order = orderIn(state, { id: "sam", role: "support" });
    expect(buttonsOf(order)).toEqual(STATES[state].actions.includes("check") ? ["Check now"] : []);
  });

  it("of every final state has one for whoever may place orders, so that nobody is left with an end", () => {
    for (const state of ORDER_STATES.filter(isFinal)) {
      expect(buttonsOf(orderIn(state, { id: "eve", role: "buyer" })), state).not.toEqual([]);
    }
  });

  it("of an ended order tell who may not place orders whom to ask", () => {
    for (const state of ORDER_STATES.filter(isFinal)) {
      const support = renderToStaticMarkup(
        <NextStep order={orderIn(state, { id: "sam", role: "support" })} />,
      );
      expect(support, state).toMatch(/To order .*, ask a buyer/);
      expect(renderToStaticMarkup(<NextStep order={orderIn(state, { id: "eve", role: "admin" })} />)).toBe(
        "",
      );
    }
  });
});
