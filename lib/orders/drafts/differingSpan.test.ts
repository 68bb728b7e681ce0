import * as fc from "fast-check";
import { expect, it } from "vitest";
import { differingSpan } from "./differingSpan.ts";

const isSame = (one: string, other: string) => one === other;
/** Lists that often have the same beginning or end, and contain an entry more than once. */
const anyList = fc.array(fc.constantFrom("a", "b"), { maxLength: 6 });

it("the span that differs makes one list the other, and could be no shorter", () => {
  fc.assert(
    fc.property(anyList, anyList, (old, now) => {
      const { start, oldEnd, newEnd } = differingSpan(old, now, isSame);
      expect([...old.slice(0, start), ...now.slice(start, newEnd), ...old.slice(oldEnd)]).toEqual(now);
      expect(Math.min(oldEnd, newEnd)).toBeGreaterThanOrEqual(start);
      if (Math.min(oldEnd, newEnd) === start) return;
      expect(old[start]).not.toBe(now[start]);
      expect(old[oldEnd - 1]).not.toBe(now[newEnd - 1]);
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  ["nothing", "abc", "abc", { start: 3, oldEnd: 3, newEnd: 3 }],
  ["an entry in the middle", "abc", "axc", { start: 1, oldEnd: 2, newEnd: 2 }],
  ["an entry more", "abc", "abxc", { start: 2, oldEnd: 2, newEnd: 3 }],
  ["an entry less", "abc", "ac", { start: 1, oldEnd: 2, newEnd: 1 }],
  ["one of two that are the same", "aa", "a", { start: 1, oldEnd: 2, newEnd: 1 }],
  ["another one of the same", "a", "aa", { start: 1, oldEnd: 1, newEnd: 2 }],
  ["everything", "ab", "", { start: 0, oldEnd: 2, newEnd: 0 }],
])("the span is as short as what differs: %s", (_, old, now, span) => {
  expect(differingSpan(old.split(""), now.split(""), isSame)).toEqual(span);
});
