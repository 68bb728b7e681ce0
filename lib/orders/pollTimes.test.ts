import { describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE, SECOND } from "../time/instant.ts";
import { BLANK, NOW } from "./arbitraries.testing.ts";
import type { OrderFacts } from "./facts.ts";
import { browserPollMs, mayLookAt, nextLookAt } from "./pollTimes.ts";
import { ORDER_STATES } from "./states.ts";

const placed = (more: Partial<OrderFacts> = {}): OrderFacts => ({
  ...BLANK,
  state: "processing",
  placedAt: NOW,
  ...more,
});

describe("the first look", () => {
  test.each([
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
  ])("%s", (_name, facts, skewMs, after) => {
    expect(nextLookAt(placed(facts), NOW, skewMs)).toBe(NOW + after);
  });
});

describe("later looks", () => {
  test("are a minute apart on the first day, then rarer", () => {
    const at = (age: number) => {
      const now = NOW + age;
      return (nextLookAt(placed({ lastLookAt: now }), now, 0) ?? 0) - now;
    };
    expect([at(MINUTE), at(DAY - 1), at(DAY), at(7 * DAY)]).toEqual([MINUTE, MINUTE, 10 * MINUTE, HOUR]);
  });

  test("wait for an estimate that moved", () => {
    const facts = placed({ lastLookAt: NOW, estimatedReadyAt: NOW + HOUR });
    expect(nextLookAt(facts, NOW, 0)).toBe(NOW + HOUR);
  });

  test("at a partial delivery grow rarer and end after a day", () => {
    const gaps: number[] = [];
    let now = NOW;
    for (;;) {
      const next = nextLookAt({ ...placed(), state: "partial", finishedAt: NOW, lastLookAt: now }, now, 0);
      if (next === null) break;
      gaps.push((next - now) / MINUTE);
      now = next;
    }
    expect(gaps.slice(0, 5)).toEqual([5, 5, 10, 20, 40]);
    expect(now).toBe(NOW + DAY);
    expect(gaps.length).toBeLessThan(12);
  });

  test("go on slowly for an order in review", () => {
    const review = { ...placed(), state: "needs_review" as const, lastLookAt: NOW };
    expect(nextLookAt(review, NOW, 0)).toBe(NOW + 10 * MINUTE);
    const old = { ...review, lastLookAt: NOW + 2 * DAY };
    expect(nextLookAt(old, NOW + 2 * DAY, 0)).toBe(NOW + 2 * DAY + HOUR);
  });

  test("of a status nobody told of are a minute apart", () => {
    expect(nextLookAt(placed({ state: "unrecognised", lastLookAt: NOW }), NOW, 0)).toBe(NOW + MINUTE);
    expect(nextLookAt(placed({ state: "unrecognised" }), NOW, 0)).toBe(NOW + MINUTE);
  });

  test.each(["completed", "rejected", "not_placed", "closed", "declined", "awaiting_approval"] as const)(
    "there are none of an order that is %s",
    (state) => {
      expect(nextLookAt(placed({ state }), NOW, 0)).toBeNull();
    },
  );
});

describe("a person's look", () => {
  test("keeps the same cadence as the worker's", () => {
    expect(mayLookAt(placed({ estimatedReadyAt: NOW + HOUR }), 0)).toBe(NOW + HOUR);
    expect(mayLookAt(placed({ estimatedReadyAt: NOW + HOUR }), MINUTE)).toBe(NOW + HOUR - MINUTE);
    expect(mayLookAt(placed({ lastLookAt: NOW }), 0)).toBe(NOW + MINUTE);
    expect(mayLookAt(placed({ state: "partial", estimatedReadyAt: NOW + HOUR, lastLookAt: NOW }), 0)).toBe(
      NOW + MINUTE,
    );
    expect(mayLookAt(placed(), 0)).toBe(0);
  });
});

describe("the browser", () => {
  test("asks soon after the worker's next look, never in a storm, never late", () => {
    const at = (nextActionAt: number | null) => browserPollMs({ state: "processing", nextActionAt }, NOW);
    expect([at(NOW + 5 * SECOND), at(NOW), at(NOW + HOUR), at(null)]).toEqual([6_000, 1_500, 30_000, 10_000]);
  });

  test("asks nothing more of an order that is settled", () => {
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
