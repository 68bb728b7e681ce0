import { describe, expect, it } from "vitest";
import { barcodeScale } from "./barcodeScale.ts";
import { drawSymbol } from "./symbols.ts";

/** The room in the wide dialog at a desk, on a tablet and on a phone. */
const [DESK, TABLET, PHONE] = [726, 694, 301];
const modulesOf = (text: string) => drawSymbol("barcode", text)?.width ?? 0;

describe("a barcode on a screen", () => {
  it("has whole pixels for each module, and two at least", () => {
    for (const room of [0, 100, PHONE, 406, TABLET, DESK, 4_000]) {
      for (let modules = 60; modules <= 900; modules += 1) {
        const scale = barcodeScale(modules, room);
        if (scale === null) expect(room / modules).toBeLessThan(2);
        else {
          expect(Number.isInteger(scale) && scale >= 2 && scale <= 4).toBe(true);
          expect(scale * modules).toBeLessThanOrEqual(room);
        }
      }
    }
  });

  it("of 24 letters and digits is readable in the wide dialog, and not offered in 406 pixels or on a phone", () => {
    const modules = modulesOf("ABCD-EFGH-JKLM-NPQR-STUV");
    expect(modules).toBe(319);
    expect(barcodeScale(modules, 406)).toBeNull();
    expect(barcodeScale(modules, PHONE)).toBeNull();
    expect([barcodeScale(modules, TABLET), barcodeScale(modules, DESK)]).toEqual([2, 2]);
  });

  it("of eight digits is offered on a phone too", () => {
    expect(barcodeScale(modulesOf("12345678"), PHONE)).toBe(3);
  });
});
