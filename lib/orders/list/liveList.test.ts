import { describe, expect, it } from "vitest";
import type { OrderSummary } from "#lib/contracts/orders/order.ts";
import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import { compareLists, newsText, withChanges } from "./liveList.ts";

const order = (code: string, state: OrderState = "processing"): OrderSummary => ({
  externalOrderCode: code,
  orderId: null,
  state,
  statusName: null,
  environment: "sandbox",
  origin: "placed",
  currency: "EUR",
  price: 1,
  quantity: 1,
  lineCount: 1,
  productCount: 1,
  firstProductName: `Product ${code}`,
  delivered: null,
  ordered: 1,
  placedBy: null,
  automation: null,
  purchaseOrder: null,
  tags: [],
  createdAt: "2026-11-21T20:50:00.000Z",
  estimatedReadyAt: null,
});
const SHOWN = [order("c"), order("b"), order("a")];

describe("a live list", () => {
  it("has no news while nothing has happened, also when more rows are read than are shown", () => {
    const news = compareLists(SHOWN, [...SHOWN, order("0")]);
    expect(news).toEqual({ arrived: [], changed: [], isMoved: false });
    expect(newsText(SHOWN, news)).toBe("");
  });

  it("distinguishes new orders from those that have changed, and keeps every row in its place", () => {
    const news = compareLists(SHOWN, [order("e"), order("d"), order("c"), order("b", "completed")]);
    expect(news.arrived.map(({ externalOrderCode }) => externalOrderCode)).toEqual(["e", "d"]);
    expect(news.isMoved).toBe(true);
    expect(
      withChanges(SHOWN, news.changed).map(({ externalOrderCode, state }) => `${externalOrderCode} ${state}`),
    ).toEqual(["c processing", "b completed", "a processing"]);
    expect(newsText(SHOWN, news)).toBe("2 new orders. Product b: Completed.");
  });

  it("notices orders that have left it, such as the tab of their state", () => {
    expect(compareLists(SHOWN, [order("c"), order("a")])).toMatchObject({ arrived: [], isMoved: true });
    expect(compareLists(SHOWN, [])).toMatchObject({ arrived: [], isMoved: true });
  });

  it("counts orders that only left its end as gone nowhere: more rows may be on the screen than were read", () => {
    expect(compareLists(SHOWN, [order("c"), order("b")])).toEqual({
      arrived: [],
      changed: [],
      isMoved: false,
    });
    expect(compareLists([], [])).toEqual({ arrived: [], changed: [], isMoved: false });
  });

  it("has only new orders if none of those shown is left", () => {
    const news = compareLists(SHOWN, [order("f"), order("e")]);
    expect(news.arrived.map(({ externalOrderCode }) => externalOrderCode)).toEqual(["f", "e"]);
    expect(news.isMoved).toBe(true);
  });

  it("is read out: one new order, one state, many states, and no change that is not one of state", () => {
    const said = (now: OrderSummary[]) => newsText(SHOWN, compareLists(SHOWN, now));
    expect(said([order("d"), ...SHOWN])).toBe("1 new order.");
    expect(said([order("c"), order("b", "rejected"), order("a")])).toBe("Product b: Rejected.");
    expect(said([{ ...order("c", "completed"), firstProductName: null }, order("b"), order("a")])).toBe(
      "An order: Completed.",
    );
    expect(said([order("c", "completed"), order("b", "partial"), order("a")])).toBe(
      "2 orders changed their state.",
    );
    expect(said([{ ...order("c"), tags: ["gift"] }, order("b"), order("a")])).toBe("");
  });

  it("is read out with large numbers as the region writes them", () => {
    const many = Array.from({ length: 1_200 }, (_, place) => order(`n${place}`));
    const done = many.map((each) => ({ ...each, state: "completed" as const }));
    expect(newsText([], compareLists([], many))).toBe("1,200 new orders.");
    expect(newsText(many, compareLists(many, done))).toBe("1,200 orders changed their state.");
  });
});
