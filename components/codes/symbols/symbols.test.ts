import { describe, expect, it } from "vitest";
import { drawSymbol } from "./symbols.ts";

describe("a code as a symbol", () => {
  it("is a QR code with the quiet zone that scanners need, whatever its characters", () => {
    for (const text of ["TEST-1234", "https://redeem.example/?c=ÄÖÜ&n=1", "١٢٣", "x".repeat(1_000)]) {
      const drawing = drawSymbol("qr", text);
      expect(drawing?.width).toBeGreaterThan(8 + 20);
      const places = [...(drawing?.path ?? "").matchAll(/M(\d+) (\d+)h(\d+)/g)];
      expect(places.length).toBeGreaterThan(30);
      for (const [, x, y, width] of places) {
        expect(Number(x)).toBeGreaterThanOrEqual(4);
        expect(Number(y)).toBeGreaterThanOrEqual(4);
        expect(Number(x) + Number(width)).toBeLessThanOrEqual((drawing?.width ?? 0) - 4);
      }
    }
  });

  it("is a barcode in Code 128, known by its start and stop", () => {
    const drawing = drawSymbol("barcode", "ABC123");
    const bars = [...(drawing?.path ?? "").matchAll(/M(\d+) 2h(\d+)/g)].map(([, x, width]) => [
      Number(x) - 10,
      Number(width),
    ]);
    // Start B is 11010010000, stop 1100011101011.
    expect(bars.slice(0, 3)).toEqual([
      [0, 2],
      [3, 1],
      [6, 1],
    ]);
    expect(bars.slice(-4).map(([, width]) => width)).toEqual([2, 3, 1, 2]);
  });

  it("is refused if the symbol cannot hold the text", () => {
    expect(drawSymbol("barcode", "Ä")).toBeNull();
    expect(drawSymbol("barcode", "1".repeat(81))).toBeNull();
    expect(drawSymbol("qr", "x".repeat(4_000))).toBeNull();
    expect(drawSymbol("qr", "")).toBeNull();
  });
});
