import { describe, expect, it } from "vitest";
import type { TimelineEntry } from "#lib/contracts/orders/order.ts";
import { orderView } from "#lib/orders/orderView.testing.ts";
import { messagesAbove } from "./messagesAbove.ts";
import { timelineRows } from "./timelineRows.ts";

let id = 0;
const entry = (more: Partial<TimelineEntry>): TimelineEntry => ({
  id: String((id += 1)),
  at: `2030-01-01T12:${String(id % 60).padStart(2, "0")}:00.000Z`,
  action: "order.attempted",
  actor: null,
  from: "submitting",
  to: "waiting",
  details: {},
  ...more,
});
const BUSY = "Order processing is temporarily unavailable. Please try again later.";
const failed = () => entry({ details: { outcome: "throttled", statusCode: 429, message: BUSY } });

/** All texts of the timeline as shown. */
function textsOf(entries: TimelineEntry[], above: string[] = []): string[] {
  return timelineRows(entries, above).flatMap((row) =>
    row.kind === "group" ? [...row.details, ...row.entries.flatMap(({ details }) => details)] : row.details,
  );
}

describe("the timeline of an order's page", () => {
  it("folds attempts into their number and time, and opens to each of them", () => {
    const entries = Array.from({ length: 13 }, failed);
    const [row, ...others] = timelineRows(entries, []);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      kind: "group",
      title: "13 attempts",
      from: entries[0]?.at,
      to: entries[12]?.at,
    });
    expect(row?.kind === "group" && row.entries.map((each) => each.entry)).toEqual(entries.toReversed());
  });

  it("says that an order was sent again only from the second attempt on, also after an approval", () => {
    const begun = (attempt?: number) =>
      timelineRows([entry({ action: "order.attempt-started", details: { attempt } })], [])[0];
    expect(begun(1)).toMatchObject({ title: "Sending" });
    expect(begun(2)).toMatchObject({ title: "Sent again", details: ["Attempt 2"] });
    expect(begun()).toMatchObject({ title: "Sent again" });
  });

  it("says what became of attempts, counted if it differs", () => {
    const lost = entry({ details: { outcome: "ambiguous" } });
    const [row] = timelineRows([failed(), lost, failed()], []);
    expect(row?.details.slice(0, 2)).toEqual([
      "2 × The service asked us to wait",
      "1 × No answer. Outcome unknown",
    ]);
  });

  it("does not say twice that an attempt was held back because the service had asked us to wait", () => {
    const heldBack = entry({
      details: { outcome: "throttled", message: "Not sent: the service asked us to wait." },
    });
    expect(textsOf([heldBack])).toEqual([]);
    expect(textsOf([failed()])).toContain(BUSY);
  });

  it("says that there was no answer only if there was none", () => {
    const answered = entry({ details: { outcome: "ambiguous", statusCode: 502 } });
    expect(timelineRows([answered], [])[0]).toMatchObject({ title: "Outcome unknown" });
    const lost = entry({ details: { outcome: "ambiguous" } });
    expect(timelineRows([lost], [])[0]).toMatchObject({ title: "No answer. Outcome unknown" });
  });

  it("writes large numbers as the page does everywhere", () => {
    const news = entry({ action: "order.state", details: { delivered: 3000, ordered: 4000 } });
    expect(textsOf([news])).toContain("3,000 of 4,000 delivered");
    const revealed = entry({ action: "codes.revealed", details: { count: 2500, first: 2501 } });
    expect(timelineRows([revealed], [])[0]).toMatchObject({
      title: "Revealed 2,500 codes, starting at number 2,501",
    });
    const check = entry({ action: "order.state", from: "waiting", to: "waiting" });
    expect(timelineRows(Array<TimelineEntry>(1_200).fill(check), [])[0]).toMatchObject({
      title: "Status updated, 1,200 times",
    });
    const lost = entry({ details: { outcome: "ambiguous" } });
    const attempts = [...Array<TimelineEntry>(1_200).fill(failed()), lost];
    expect(timelineRows(attempts, [])[0]?.details).toContain("1,200 × The service asked us to wait");
  });

  it("repeats no sentence of the service, neither its own nor one that the page has above", () => {
    const single = entry({ from: "submitting", to: "rejected", details: { message: BUSY } });
    expect(textsOf([failed(), failed(), single]).filter((text) => text === BUSY)).toHaveLength(1);
    const order = orderView({ state: "waiting", message: BUSY, alarm: "First. Second." });
    const alarm = entry({ action: "order.alarm", from: null, to: null, details: { alarm: "First." } });
    const texts = textsOf([failed(), alarm, single], messagesAbove(order));
    expect(texts).not.toContain(BUSY);
    expect(texts).not.toContain("First.");
  });

  it("has the service's reason for no codes, if the page has all of them above", () => {
    const reason = "The provider has no stock of this product.";
    const failing = entry({ action: "order.state", to: "undelivered", details: { delivered: 0, reason } });
    const order = orderView({ state: "undelivered", delivered: 0, ordered: 2, reason });
    const above = (more: object) => messagesAbove({ ...order, ...more });
    expect(textsOf([failing], above({}))).not.toContain(reason);
    for (const lacking of [{ delivered: 0 }, { state: "completed", delivered: 1 }])
      expect(above(lacking)).toContain(reason);
    const delivered = above({ state: "completed", delivered: 2 });
    expect(delivered).not.toContain(reason);
    expect(textsOf([failing], delivered)).toContain(reason);
  });

  it("keeps the reason that a member gave", () => {
    expect(
      textsOf([entry({ action: "order.closed", to: "closed", details: { reason: "Settled" } })]),
    ).toEqual(["Settled"]);
  });
});
