import { describe, expect, it } from "vitest";
import { importedLineId, importedRows } from "./importedLineId.ts";
import { newUuid } from "./newUuid.ts";

describe("the id of a line that comes from an imported row", () => {
  it("is a UUID of its own that tells the row's fingerprint", () => {
    for (const fingerprint of [0, 7, 0x0fffffff, 0x80000000, 0xffffffff]) {
      const ids = [importedLineId(fingerprint), importedLineId(fingerprint)];
      expect(new Set(ids).size).toBe(2);
      for (const id of ids) expect(id).toMatch(UUID);
      expect(importedRows(ids)).toEqual([fingerprint]);
      expect(importedRows(ids.map((id) => id.toUpperCase()))).toEqual([fingerprint]);
    }
  });

  it("is not that of any other line", () => {
    expect(importedRows(Array.from({ length: 1_000 }, newUuid))).toEqual([]);
  });
});

/** As every UUID of RFC 9562 is written. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
