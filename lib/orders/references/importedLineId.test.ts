import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MOST_MERGED_ROWS } from "#lib/contracts/orders/orderLimits.ts";
import { importedLineId, importedRows, mergedRows, rowsOfLine, type RowPrints } from "./importedLineId.ts";
import { newUuid } from "./newUuid.ts";

const prints = fc.record({
  whole: fc.nat(0xffffffff),
  bought: fc.nat(0xffffff),
  reference: fc.nat(0xffffff),
});

describe("the id of a line that comes from an imported row", () => {
  it("is a UUID of its own that tells the row's fingerprints", () => {
    fc.assert(
      fc.property(prints, (row) => {
        const ids = [importedLineId(row), importedLineId(row)];
        expect(new Set(ids).size).toBe(2);
        for (const id of ids) {
          expect(id).toMatch(UUID);
          expect(rowsOfLine({ id })).toEqual([row]);
          expect(rowsOfLine({ id: id.toUpperCase() })).toEqual([row]);
        }
        expect(importedRows(ids.map((id) => ({ id })))).toEqual([row]);
      }),
    );
  });

  it("begins with the fingerprint of all that the row says, which versions before read", () => {
    expect(importedLineId({ whole: 0xab, bought: 1, reference: 2 })).toMatch(/^000000ab-[0-9a-f]{4}-8/);
  });

  it("is not that of any other line", () => {
    expect(importedRows(Array.from({ length: 1_000 }, () => ({ id: newUuid() })))).toEqual([]);
  });
});

describe("a line into which others were merged", () => {
  const rows = (count: number): RowPrints[] =>
    Array.from({ length: count }, (_, at) => ({ whole: 7_919 * at, bought: at, reference: 0 }));

  it("keeps the fingerprints of all of them", () => {
    const [own, ...others] = rows(9);
    const line = {
      id: importedLineId(own ?? { whole: 0, bought: 0, reference: 0 }),
      ...mergedRows({}, others),
    };
    expect(importedRows([line])).toEqual(expect.arrayContaining(rows(9)));
    const more = { ...line, ...mergedRows(line, rows(12).slice(9)) };
    expect(importedRows([more])).toHaveLength(12);
    expect(mergedRows({}, [])).toEqual({});
  });

  it("keeps always the same of very many", () => {
    const many = rows(2 * MOST_MERGED_ROWS);
    const kept = mergedRows({}, many).rows;
    expect(kept).toHaveLength(MOST_MERGED_ROWS);
    expect(mergedRows({}, many.toReversed()).rows).toEqual(kept);
  });
});

/** As every UUID of RFC 9562 is written. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
