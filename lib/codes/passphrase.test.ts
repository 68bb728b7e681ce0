import { describe, expect, it } from "vitest";
import { makePassphrase } from "./passphrase.ts";

describe("the passphrase of an archive", () => {
  it("is six groups of letters and digits that nobody confuses", () => {
    const made = makePassphrase((count) => crypto.getRandomValues(new Uint8Array(count)));
    expect(made).toMatch(/^(?:[2-9a-hjkmnp-z]{5}-){5}[2-9a-hjkmnp-z]{5}$/);
  });

  it("uses every sign equally often, whatever the bytes", () => {
    let next = 0;
    const counts = new Map<string, number>();
    // Every byte once in a row, to cover those that are left out because they do not divide evenly.
    for (let round = 0; round < 256; round += 1) {
      for (const sign of makePassphrase((count) => Uint8Array.from({ length: count }, () => next++ % 256))) {
        if (sign !== "-") counts.set(sign, (counts.get(sign) ?? 0) + 1);
      }
    }
    const all = [...counts.values()];
    expect(all).toHaveLength(31);
    expect(Math.max(...all) - Math.min(...all)).toBeLessThan(Math.max(...all) / 20);
  });
});
