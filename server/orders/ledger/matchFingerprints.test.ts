import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchFingerprints, placeFresh, type AnsweredCode, type KnownCode } from "./matchFingerprints.ts";

const known = (...fingerprints: string[]): KnownCode[] =>
  fingerprints.map((fingerprint, index) => ({
    index,
    productId: null,
    fingerprint,
    expiresOn: null,
    missingSince: null,
  }));
const answered = (...fingerprints: string[]): AnsweredCode[] =>
  fingerprints.map((fingerprint, index) => ({
    index,
    productId: null,
    fingerprint,
    expiresOn: null,
    earlier: [],
  }));
const names = (codes: readonly { fingerprint: string }[]) => codes.map(({ fingerprint }) => fingerprint);

describe("the codes of an answer", () => {
  it("are recognised wherever it lists them", () => {
    const { again, fresh, gone } = matchFingerprints(known("a", "b"), answered("c", "b", "a"));
    expect(again.map((pair) => pair.known.fingerprint).toSorted()).toEqual(["a", "b"]);
    expect([names(fresh), names(gone)]).toEqual([["c"], []]);
  });

  it("count as often as they are there", () => {
    expect(names(matchFingerprints(known("a"), answered("a", "a")).fresh)).toEqual(["a"]);
    expect(names(matchFingerprints(known("a", "a"), answered("a")).gone)).toEqual(["a"]);
  });

  it("belong to those of their product, where several are the same, wherever they are listed", () => {
    const of = (...products: (number | null)[]) =>
      products.map((productId, index) => ({
        index,
        productId,
        fingerprint: "a",
        expiresOn: null,
        earlier: [],
      }));
    const stored = of(1, 2, null).map((code) => ({ ...code, missingSince: null }));
    const { again } = matchFingerprints(stored, of(3, 1, 2));
    expect(again.map((pair) => [pair.known.productId, pair.answered.productId])).toEqual([
      [1, 1],
      [2, 2],
      [null, 3],
    ]);
  });

  it("are recognised by the fingerprint that earlier versions stored", () => {
    const [code] = answered("new");
    const matched = matchFingerprints(known("old"), code ? [{ ...code, earlier: ["older", "old"] }] : []);
    expect(matched).toMatchObject({ again: [{ known: { fingerprint: "old" } }], fresh: [], gone: [] });
  });

  const letters = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });

  it("are each known again or fresh, and those of the ledger again or gone, whatever their order", () => {
    fc.assert(
      fc.property(letters, letters, (before, after) => {
        const { again, fresh, gone } = matchFingerprints(known(...before), answered(...after));
        expect([...names(again.map((pair) => pair.known)), ...names(gone)].toSorted()).toEqual(
          before.toSorted(),
        );
        expect([...names(again.map((pair) => pair.answered)), ...names(fresh)].toSorted()).toEqual(
          after.toSorted(),
        );
        for (const pair of again) expect(pair.known.fingerprint).toBe(pair.answered.fingerprint);
        for (const code of names(fresh)) expect(names(gone)).not.toContain(code);
      }),
    );
  });
});

describe("a fresh code", () => {
  it("gets a place of its own, that of a code that may be forgotten first", () => {
    const places = (codes: AnsweredCode[], free: number[]) =>
      placeFresh(codes, known("x", "y", "z"), free).map(({ index, fingerprint }) => `${fingerprint}${index}`);
    expect(places(answered("a"), [])).toEqual(["a3"]);
    expect(places(answered("a", "b"), [1])).toEqual(["b1", "a3"]);
    expect(places(answered("a"), [2])).toEqual(["a2"]);
    expect(
      places([{ index: 7, productId: null, fingerprint: "a", expiresOn: null, earlier: [] }], []),
    ).toEqual(["a7"]);
  });

  it("never gets the place of another one", () => {
    const codes = fc.array(fc.nat(9), { maxLength: 10 });
    fc.assert(
      fc.property(codes, fc.nat(6), fc.array(fc.nat(5)), (indexes, count, free) => {
        const stored = known(...Array.from({ length: count }, (_, at) => `k${at}`));
        const forgettable = [...new Set(free)].filter((index) => index < count);
        const fresh = [...new Set(indexes)].map((index) => ({
          index,
          productId: null,
          fingerprint: `f${index}`,
          expiresOn: null,
          earlier: [],
        }));
        const places = placeFresh(fresh, stored, forgettable).map(({ index }) => index);
        expect(new Set(places).size).toBe(fresh.length);
        for (const place of places) expect(place >= count || forgettable.includes(place)).toBe(true);
      }),
    );
  });
});
