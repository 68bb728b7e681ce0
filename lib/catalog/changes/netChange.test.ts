import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import { CHANGE_KINDS, type ChangeKind, type RecordedFields } from "#lib/contracts/catalog/changeKinds.ts";
import { netChange } from "./netChange.ts";

const fields = (more: Partial<RecordedFields> = {}): RecordedFields => {
  const { name, currencyCode, countryCode, denomination, price, denominationMinValue } = product(1);
  const { denominationMaxValue, denominationStep, denominationDefaultValue } = product(1);
  return {
    name,
    currencyCode,
    countryCode,
    denomination,
    price,
    denominationMinValue,
    denominationMaxValue,
    denominationStep,
    denominationDefaultValue,
    ...more,
  };
};
const price = (before: number, after: number) => ({
  kinds: ["price" as const],
  before: { price: before },
  after: fields({ price: after }),
});

describe("what several changes of a product come to", () => {
  it("is from the first value to the last", () => {
    expect(netChange(price(10, 12), price(12, 15))).toEqual(price(10, 15));
  });

  it("is nothing if it is again as it was", () => {
    expect(netChange(price(10, 12), price(12, 10))).toBeNull();
    const gone = { kinds: ["gone" as const], before: {}, after: fields() };
    const back = { kinds: ["back" as const], before: {}, after: fields() };
    expect(netChange(gone, back)).toBeNull();
    expect(netChange(back, gone)).toBeNull();
  });

  it("is that it is gone, whatever else had changed before", () => {
    const gone = { kinds: ["gone" as const], before: {}, after: fields({ price: 12 }) };
    expect(netChange(price(10, 12), gone)).toEqual(gone);
  });

  it("is what has changed while it was gone, and that it is back if it was not offered at first", () => {
    const gone = { kinds: ["gone" as const], before: {}, after: fields({ price: 10 }) };
    const back = {
      kinds: ["back" as const, "price" as const],
      before: { price: 10 },
      after: fields({ price: 12 }),
    };
    expect(netChange(gone, back)).toEqual(price(10, 12));
    expect(netChange(back, back)).toEqual(back);
  });

  it("says the same as comparing the first and the last state, whatever happened between", () => {
    const state = fc.record({
      offered: fc.boolean(),
      price: fc.integer({ min: 1, max: 3 }),
      name: fc.constantFrom("a", "b"),
    });
    type State = { offered: boolean; price: number; name: string };
    const between = (one: State, other: State) => {
      const before = {
        ...(one.price === other.price ? {} : { price: one.price }),
        ...(one.name === other.name ? {} : { name: one.name }),
      };
      const differing: ChangeKind[] = CHANGE_KINDS.filter((kind) => Object.hasOwn(before, kind));
      const after = fields({ price: other.price, name: other.name });
      if (one.offered && !other.offered) return { kinds: ["gone" as const], before: {}, after };
      if (!one.offered && !other.offered) return null;
      const kinds: ChangeKind[] = [...(one.offered ? [] : ["back" as const]), ...differing];
      return kinds.length === 0 ? null : { kinds, before, after };
    };
    fc.assert(
      fc.property(fc.array(state, { minLength: 2, maxLength: 6 }), (states) => {
        // What is gone keeps its last values, as the sync leaves them.
        const kept: State[] = [];
        for (const each of states) {
          const last = kept.at(-1);
          kept.push(each.offered || last === undefined ? each : { ...last, offered: false });
        }
        const changes = kept.flatMap((each, place) => {
          const next = kept[place + 1];
          return next === undefined ? [] : (between(each, next) ?? []);
        });
        const [first, last] = [kept[0], kept.at(-1)];
        const [from, to] = [changes[0], changes.at(-1)];
        if (first === undefined || last === undefined || from === undefined || to === undefined) return;
        expect(netChange(from, to)).toEqual(between(first, last));
      }),
    );
  });
});
