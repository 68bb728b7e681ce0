import { describe, expect, it } from "vitest";
import { MINUTE, SECOND } from "#lib/time/instant.ts";
import { begin, join, joins, type Gathered } from "./gather.ts";

const AT = Date.UTC(2026, 10, 22, 12);
const event = (at: number, reference: string) => ({
  kind: "order.unconfirmed" as const,
  at,
  subject: { reference },
});

/** The notices made of many events, if each is sent as soon as it is due. */
function play(times: readonly number[]): Gathered[] {
  const all: Gathered[] = [];
  for (const [place, at] of times.entries()) {
    const last = all.at(-1);
    const next = event(at, `A-${place}`);
    if (last !== undefined && joins({ ...last, isSent: last.dueAt < at }, next))
      all[all.length - 1] = join(last, next, 5);
    else all.push(begin(next, last ?? null));
  }
  return all;
}

describe("events of one kind", () => {
  it("that come at once are one notice, which names the first and counts all", () => {
    const all = play(Array.from({ length: 1_000 }, (_, place) => AT + place));
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ count: 1_000, firstAt: AT, lastAt: AT + 999, dueAt: AT + 20 * SECOND });
    expect(all[0]?.subjects.map(({ reference }) => reference)).toEqual(["A-0", "A-1", "A-2", "A-3", "A-4"]);
  });

  it("that go on for an hour are one notice every ten minutes, and none is left out", () => {
    const all = play(Array.from({ length: 3_600 }, (_, second) => AT + second * SECOND));
    expect(all.length).toBeLessThanOrEqual(8);
    expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(3_600);
    for (const [place, { dueAt }] of all.entries()) {
      if (place > 0) expect(dueAt - (all[place - 1]?.dueAt ?? 0)).toBeGreaterThanOrEqual(10 * MINUTE);
    }
  });

  it("that lie far apart are a notice each", () => {
    expect(play([AT, AT + 30 * MINUTE, AT + 90 * MINUTE]).map(({ count }) => count)).toEqual([1, 1, 1]);
  });

  it("never join a notice that has been sent", () => {
    const sent = { ...begin(event(AT, "A"), null), isSent: true };
    expect(joins(sent, event(AT + 1, "B"))).toBe(false);
    expect(joins({ ...sent, isSent: false }, event(AT + 1, "B"))).toBe(true);
  });

  it("about the same thing are counted once", () => {
    const one = begin({ kind: "wallet.low", at: AT, subject: { currency: "EUR" } }, null);
    const two = join(one, { kind: "wallet.low", at: AT + 5, subject: { currency: "EUR" } }, 5);
    expect(two).toMatchObject({ count: 1, lastAt: AT + 5 });
    expect(join(two, { kind: "wallet.low", at: AT + 6, subject: { currency: "USD" } }, 5).count).toBe(2);
  });

  it("of two sync runs of the catalog are two, even if they come at once", () => {
    const found = (syncRunId: number) => ({
      kind: "catalog.changed" as const,
      at: AT,
      subject: { catalog: { syncRunId, products: 1, named: [] } },
    });
    const one = begin(found(1), null);
    expect(join(one, found(1), 5).count).toBe(1);
    expect(join(one, found(2), 5)).toMatchObject({
      count: 2,
      subjects: [{ catalog: { syncRunId: 1 } }, { catalog: { syncRunId: 2 } }],
    });
  });
});
