import { describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE, SECOND } from "#lib/time/instant.ts";
import { BLANK, NOW } from "./arbitraries.testing.ts";
import type { OrderRecord } from "./orderRecord.ts";
import { browserPollMs, mayDeliverUntil, mayPollAt, nextPollAt } from "./pollTimes.ts";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";

const placed = (more: Partial<OrderRecord> = {}): OrderRecord => ({
  ...BLANK,
  state: "processing",
  placedAt: NOW,
  ...more,
});

describe("an order that ended unsent", () => {
  const ended = (more: Partial<OrderRecord> = {}): OrderRecord => ({
    ...BLANK,
    state: "withdrawn",
    attempts: 1,
    finishedAt: NOW,
    ...more,
  });

  it("is polled soon after its end, and once more when a 404 has become proof", () => {
    expect(nextPollAt(ended(), NOW, 0)).toBe(NOW + 10 * SECOND);
    expect(nextPollAt(ended({ state: "not_placed" }), NOW, 0)).toBe(NOW + 10 * SECOND);
    expect(nextPollAt(ended(), NOW + HOUR, 0)).toBe(NOW + HOUR);
    const first = NOW + 10 * SECOND;
    expect(nextPollAt(ended({ lastPollAt: first }), first, 0)).toBe(NOW + 10 * MINUTE);
    expect(nextPollAt(ended({ lastPollAt: NOW }), NOW, 0)).toBe(NOW + 10 * MINUTE);
    const late = NOW + 12 * MINUTE;
    expect(nextPollAt(ended({ lastPollAt: late }), late, 0)).toBe(late + MINUTE);
    expect(nextPollAt(ended({ lastPollAt: late }), late + HOUR, 0)).toBe(late + HOUR);
  });

  it("keeps the gap to a poll from before its end", () => {
    const before = NOW - 20 * SECOND;
    expect(nextPollAt(ended({ lastPollAt: before }), NOW, 0)).toBe(before + MINUTE);
    expect(nextPollAt(ended({ lastPollAt: NOW - HOUR }), NOW, 0)).toBe(NOW + 10 * SECOND);
  });

  it("is polled until that proof, every hour after a day, and not at all when it never left us", () => {
    const [day, later] = [NOW + DAY - 1, NOW + 2 * DAY];
    expect(nextPollAt(ended({ lastPollAt: day }), day, 0)).toBe(day + MINUTE);
    expect(nextPollAt(ended({ lastPollAt: later }), later, 0)).toBe(later + HOUR);
    expect(nextPollAt(ended(), later, 0)).toBe(later);
    expect(nextPollAt(ended({ attempts: 0 }), NOW, 0)).toBeNull();
    expect(nextPollAt(ended({ finishedAt: null }), NOW, 0)).toBeNull();
  });
});

describe("the first poll", () => {
  it.each([
    ["is at the estimate", { estimatedReadyAt: NOW + 5 * MINUTE }, 0, 5 * MINUTE],
    ["is at the estimate on our own clock", { estimatedReadyAt: NOW + 5 * MINUTE }, MINUTE, 4 * MINUTE],
    [
      "is later when the service's clock is behind",
      { estimatedReadyAt: NOW + 5 * MINUTE },
      -MINUTE,
      6 * MINUTE,
    ],
    ["is at once for an estimate in the past", { estimatedReadyAt: NOW - HOUR }, 0, 0],
    ["is soon when nothing was estimated", {}, 0, 10 * SECOND],
    [
      "is soon when the estimate is no estimate (year 9999)",
      { estimatedReadyAt: 253_402_300_799_000 },
      0,
      10 * SECOND,
    ],
    ["waits for an estimate of a day", { estimatedReadyAt: NOW + DAY }, 0, DAY],
    [
      "waits for an estimate of two days, but not for a later one",
      { estimatedReadyAt: NOW + 2 * DAY },
      0,
      2 * DAY,
    ],
    ["is soon for an estimate of more", { estimatedReadyAt: NOW + 2 * DAY + 1 }, 0, 10 * SECOND],
    [
      "is soon after it was written down, where nobody knows when it was placed",
      { placedAt: null, createdAt: NOW - 4 * SECOND },
      0,
      6 * SECOND,
    ],
    ["is never in the past", { placedAt: NOW - HOUR }, 0, 0],
  ])("%s", (_name, record, skewMs, after) => {
    expect(nextPollAt(placed(record), NOW, skewMs)).toBe(NOW + after);
  });
});

describe("the time of the next poll", () => {
  it("a poll waits out the second in which an estimate in whole seconds lies: it may have been rounded down", () => {
    const estimatedReadyAt = NOW - (NOW % SECOND) + 5 * MINUTE;
    expect(nextPollAt(placed({ estimatedReadyAt }), NOW, 0)).toBe(estimatedReadyAt + SECOND);
    expect(nextPollAt(placed({ estimatedReadyAt }), NOW, 300)).toBe(estimatedReadyAt + SECOND - 300);
    expect(mayPollAt(placed({ estimatedReadyAt, lastPollAt: NOW + MINUTE }), 0)).toBe(
      estimatedReadyAt + SECOND,
    );
    const exact = estimatedReadyAt + 1;
    expect(nextPollAt(placed({ estimatedReadyAt: exact }), NOW, 0)).toBe(exact);
  });
});

describe("a Date header that is hours off", () => {
  const estimatedReadyAt = NOW + 3 * MINUTE + 1;
  const record = placed({ estimatedReadyAt });

  it.each([-20 * DAY, -5 * HOUR, -16 * MINUTE])(
    "of %d ms postpones no poll beyond the estimate",
    (skewMs) => {
      expect(nextPollAt(record, NOW, skewMs)).toBe(estimatedReadyAt);
      expect(nextPollAt({ ...record, lastPollAt: NOW }, NOW, skewMs)).toBe(estimatedReadyAt);
      expect(mayPollAt(record, skewMs)).toBe(estimatedReadyAt);
    },
  );

  it("brings the poll forward if the service's clock is ahead, and never into the past", () => {
    const ahead = placed({ estimatedReadyAt: estimatedReadyAt + 5 * HOUR });
    expect(nextPollAt(ahead, NOW, 5 * HOUR)).toBe(estimatedReadyAt);
    expect(nextPollAt(record, NOW, 5 * HOUR)).toBe(NOW);
    expect(nextPollAt({ ...record, lastPollAt: NOW }, NOW, 5 * HOUR)).toBe(NOW + MINUTE);
  });

  it("polls at once if the service's clock is behind by that much, because it may be a wrong header", () => {
    const behind = placed({ estimatedReadyAt: estimatedReadyAt - 5 * HOUR });
    expect(nextPollAt(behind, NOW, -5 * HOUR)).toBe(NOW);
  });

  it("is distinguished from clocks that differ by at most a quarter of an hour, which are believed", () => {
    expect(nextPollAt(record, NOW, -15 * MINUTE)).toBe(estimatedReadyAt + 15 * MINUTE);
    expect(mayPollAt(record, -15 * MINUTE)).toBe(NOW + 5 * MINUTE);
    expect(nextPollAt(record, NOW, 2 * MINUTE)).toBe(estimatedReadyAt - 2 * MINUTE);
  });
});

describe("later polls", () => {
  it("are a minute apart on the first day, then rarer", () => {
    const at = (age: number) => {
      const now = NOW + age;
      return (nextPollAt(placed({ lastPollAt: now }), now, 0) ?? 0) - now;
    };
    expect([at(MINUTE), at(DAY - 1), at(DAY), at(7 * DAY)]).toEqual([MINUTE, MINUTE, 10 * MINUTE, HOUR]);
  });

  it("wait for an estimate that moved", () => {
    const record = placed({ lastPollAt: NOW, estimatedReadyAt: NOW + HOUR });
    expect(nextPollAt(record, NOW, 0)).toBe(NOW + HOUR);
  });

  it("that are overdue come at once", () => {
    for (const state of ["processing", "unrecognised", "partial"] as const) {
      const record = placed({ state, lastPollAt: NOW - HOUR, finishedAt: NOW - 10 * MINUTE });
      expect(nextPollAt(record, NOW, 0)).toBe(NOW);
    }
  });

  it("at a partial delivery grow rarer and end after a day", () => {
    const gaps: number[] = [];
    let now = NOW;
    for (;;) {
      const next = nextPollAt({ ...placed(), state: "partial", finishedAt: NOW, lastPollAt: now }, now, 0);
      if (next === null) break;
      gaps.push((next - now) / MINUTE);
      now = next;
    }
    expect(gaps.slice(0, 5)).toEqual([5, 5, 10, 20, 40]);
    expect(now).toBe(NOW + DAY);
    expect(gaps.length).toBeLessThan(12);
  });

  it("at a delivery that is not whole begin five minutes after, and the last two are as far apart", () => {
    const recheck = (of: Partial<OrderRecord>, now = NOW) =>
      nextPollAt(placed({ state: "undelivered", finishedAt: NOW, ...of }), now, 0);
    expect(recheck({ lastPollAt: null })).toBe(NOW + 5 * MINUTE);
    expect(recheck({ finishedAt: null, lastPollAt: NOW })).toBe(NOW + 5 * MINUTE);
    const late = NOW + DAY - MINUTE;
    expect(recheck({ lastPollAt: late }, late)).toBe(late + 5 * MINUTE);
    expect(recheck({ lastPollAt: null }, late)).toBe(late + 5 * MINUTE);
    expect(recheck({ lastPollAt: late - HOUR }, late)).toBe(NOW + DAY);
    expect(recheck({ lastPollAt: NOW + DAY - 1 }, NOW + DAY - 1)).not.toBeNull();
    expect(recheck({ lastPollAt: NOW }, NOW + DAY)).toBeNull();
  });

  it("go on slowly for an order in review", () => {
    const review = { ...placed(), state: "needs_review" as const, lastPollAt: NOW };
    expect(nextPollAt(review, NOW, 0)).toBe(NOW + 10 * MINUTE);
    const old = { ...review, lastPollAt: NOW + 2 * DAY };
    expect(nextPollAt(old, NOW + 2 * DAY, 0)).toBe(NOW + 2 * DAY + HOUR);
    const gap = (age: number) => nextPollAt({ ...review, lastPollAt: NOW + age }, NOW + age, 0);
    expect(gap(DAY - 1)).toBe(NOW + DAY - 1 + 10 * MINUTE);
    expect(gap(DAY)).toBe(NOW + DAY + HOUR);
    expect(nextPollAt({ ...review, lastPollAt: null }, NOW, 0)).toBe(NOW + MINUTE);
  });

  it("of a status nobody told of are a minute apart", () => {
    expect(nextPollAt(placed({ state: "unrecognised", lastPollAt: NOW }), NOW, 0)).toBe(NOW + MINUTE);
    expect(nextPollAt(placed({ state: "unrecognised" }), NOW, 0)).toBe(NOW + MINUTE);
    const old = placed({ state: "unrecognised", placedAt: null, createdAt: NOW - DAY, lastPollAt: NOW });
    expect(nextPollAt(old, NOW, 0)).toBe(NOW + 10 * MINUTE);
    expect(nextPollAt({ ...old, placedAt: NOW }, NOW, 0)).toBe(NOW + MINUTE);
  });

  it("are made only if one can report something new", () => {
    const polled = (delivered: number | null) =>
      ORDER_STATES.filter((state) => nextPollAt(placed({ state, delivered }), NOW, 0) !== null);
    const always = ["needs_review", "processing", "unrecognised", "partial", "undelivered"];
    expect(polled(4)).toEqual(always);
    // Complete, but no answer has had a code, or not all of them.
    for (const delivered of [null, 0, 3]) {
      expect(polled(delivered).toSorted()).toEqual([...always, "completed"].toSorted());
    }
    for (const state of ORDER_STATES) expect(nextPollAt(placed({ state }), NOW, 0)).not.toBeUndefined();
  });
});

describe("missing codes", () => {
  const finished = (more: Partial<OrderRecord>) => placed({ state: "partial", finishedAt: NOW, ...more });

  it.each(["partial", "undelivered"] as const)("of a %s order may still be delivered for a day", (state) => {
    expect(mayDeliverUntil(finished({ state }), NOW)).toBe(NOW + DAY);
    expect(mayDeliverUntil(finished({ state }), NOW + DAY - 1)).toBe(NOW + DAY);
    expect(mayDeliverUntil(finished({ state }), NOW + DAY)).toBeNull();
  });

  it("of an order that is called complete may still be delivered as long as it is polled", () => {
    const short = finished({ state: "completed", delivered: 3 });
    expect(mayDeliverUntil(short, NOW)).toBe(NOW + DAY);
    expect(mayDeliverUntil(short, NOW + DAY)).toBeNull();
    expect(mayDeliverUntil({ ...short, nextActionAt: null }, NOW)).toBeNull();
    expect(mayDeliverUntil({ ...short, origin: "found", ordered: 3 }, NOW)).toBeNull();
  });

  it("are not expected of an order that lacks none, or of which nobody knows when it ended", () => {
    expect(mayDeliverUntil(finished({ state: "completed", delivered: 4 }), NOW)).toBeNull();
    expect(mayDeliverUntil(finished({ finishedAt: null }), NOW)).toBeNull();
    expect(mayDeliverUntil(finished({ state: "withdrawn", nextActionAt: NOW }), NOW)).toBeNull();
  });
});

describe("a check that a person asks for", () => {
  it("keeps the same cadence as the worker's", () => {
    const estimate = NOW + 4 * MINUTE;
    expect(mayPollAt(placed({ estimatedReadyAt: estimate + 1 }), 0)).toBe(estimate + 1);
    expect(mayPollAt(placed({ estimatedReadyAt: estimate + 1 }), MINUTE)).toBe(estimate + 1 - MINUTE);
    expect(mayPollAt(placed({ lastPollAt: NOW }), 0)).toBe(NOW + MINUTE);
    expect(mayPollAt(placed({ state: "partial", estimatedReadyAt: NOW + HOUR, lastPollAt: NOW }), 0)).toBe(
      NOW + MINUTE,
    );
    expect(mayPollAt(placed(), 0)).toBe(0);
  });

  it("waits five minutes at most for an estimate, which may be wrong, after the order was placed or polled", () => {
    const inAnHour = { estimatedReadyAt: NOW + HOUR };
    expect(mayPollAt(placed(inAnHour), 0)).toBe(NOW + 5 * MINUTE);
    expect(mayPollAt(placed({ ...inAnHour, lastPollAt: NOW + 7 * MINUTE }), 0)).toBe(NOW + 12 * MINUTE);
    expect(mayPollAt(placed({ ...inAnHour, lastPollAt: NOW + 58 * MINUTE }), 0)).toBe(NOW + HOUR);
    expect(mayPollAt(placed({ ...inAnHour, placedAt: null, createdAt: NOW - MINUTE }), 0)).toBe(
      NOW + 4 * MINUTE,
    );
    expect(nextPollAt(placed(inAnHour), NOW, 0)).toBe(NOW + HOUR);
  });

  it("does not wait for a time that is no estimate, reckoned from when the order was placed or written down", () => {
    const inThreeDays = { estimatedReadyAt: NOW + 3 * DAY };
    expect(mayPollAt(placed(inThreeDays), 0)).toBe(0);
    expect(mayPollAt(placed({ ...inThreeDays, placedAt: NOW + DAY }), 0)).toBe(NOW + DAY + 5 * MINUTE);
    expect(mayPollAt(placed({ ...inThreeDays, placedAt: null, createdAt: NOW + DAY }), 0)).toBe(
      NOW + DAY + 5 * MINUTE,
    );
  });

  it("at an order that is yet to be sent comes with the next try", () => {
    for (const state of ["submitting", "waiting"] as const) {
      expect(mayPollAt(placed({ state, nextActionAt: NOW + HOUR, lastPollAt: NOW }), 0)).toBe(NOW + HOUR);
      expect(mayPollAt(placed({ state, nextActionAt: null, lastPollAt: NOW }), 0)).toBe(0);
    }
    expect(mayPollAt(placed({ state: "unconfirmed", nextActionAt: NOW + HOUR, lastPollAt: NOW }), 0)).toBe(
      NOW + MINUTE,
    );
  });
});

describe("the browser", () => {
  it("asks soon after the worker's next poll, never in a storm, never late", () => {
    const at = (nextActionAt: number | null) => browserPollMs({ state: "processing", nextActionAt }, NOW);
    expect([at(NOW + 5 * SECOND), at(NOW), at(NOW + HOUR), at(null)]).toEqual([6_000, 1_500, 30_000, 10_000]);
  });

  it.each([
    [["submitting", "waiting", "unconfirmed"], 1_500, 1_500],
    [["processing", "unrecognised", "needs_review", "awaiting_approval"], 9_000, 10_000],
    [["partial", "undelivered", "completed", "not_placed", "withdrawn"], MINUTE, null],
    [["declined", "closed", "rejected"], null, null],
  ] as const)("asks at its own pace of what is %j", (states, due, never) => {
    for (const state of states) {
      expect(browserPollMs({ state, nextActionAt: NOW + 8 * SECOND }, NOW)).toBe(due);
      expect(browserPollMs({ state, nextActionAt: null }, NOW)).toBe(never);
    }
  });

  it("asks nothing more of an order that is settled", () => {
    const asked = ORDER_STATES.filter((state) => browserPollMs({ state, nextActionAt: null }, NOW) !== null);
    expect(asked).toEqual([
      "awaiting_approval",
      "submitting",
      "waiting",
      "unconfirmed",
      "needs_review",
      "processing",
      "unrecognised",
    ]);
    expect(browserPollMs({ state: "partial", nextActionAt: NOW + HOUR }, NOW)).toBe(MINUTE);
  });
});
