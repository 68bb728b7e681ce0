import { describe, expect, it } from "vitest";
import { isolated } from "./isolated.ts";

describe("isolated", () => {
  it.each(["بطاقة هدية", "כרטיס מתנה 20", "Card ﷼"])("isolates the direction of %s", (text) => {
    expect(isolated(text)).toBe(`\u2068${text}\u2069`);
  });

  it.each(["Streamly", "ギフトカード", "Geschenkkarte – 20 €", ""])("leaves %s as it is", (text) => {
    expect(isolated(text)).toBe(text);
  });
});
