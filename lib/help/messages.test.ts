import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { explainMessage, MESSAGE_HELP } from "./messages.ts";

const VALUES: Record<string, string> = {
  productId: "900001",
  reference: "PO-1",
  productCurrency: "USD",
  requested: "EUR",
  min: "1000",
  max: "50000",
  expected: "1050",
  seconds: "2",
};
const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? "");

/** The messages of the interface: rows "| code | operation | `message` …". */
function documented(): { code: number; text: string }[] {
  const page = readFileSync("docs/service-interface.md", "utf8");
  const [, section = ""] = /^## 7\. Errors$([\s\S]*?)^## 8\./m.exec(page) ?? [];
  return [...section.matchAll(/^\| (\d{3}) \|[^|]*\| `([^`]+)`/gm)].map(([, code, text = ""]) => ({
    code: Number(code),
    text,
  }));
}

describe("the explanations of the service's messages", () => {
  it("cover every message of the interface, as it comes", () => {
    expect(documented().length).toBeGreaterThan(20);
    expect(documented().filter(({ code, text }) => explainMessage(filled(text))?.code !== code)).toEqual([]);
  });

  it("find the message that is meant, and none for another text", () => {
    expect(explainMessage("Product 12 is not available for purchase.")?.id).toBe("unavailable");
    expect(explainMessage("Product 12 is open-denomination and requires a price.")?.id).toBe(
      "price-required",
    );
    expect(explainMessage("Price for product 7 exceeds the maximum allowed (1050)")?.id).toBe(
      "above-maximum",
    );
    expect(explainMessage("The provider has no stock of this product.")).toBeNull();
    expect(explainMessage("Is Product 12 not available for purchase.")).toBeNull();
  });

  it("have names of their own for their addresses", () => {
    const ids = MESSAGE_HELP.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z-]+$/.test(id))).toEqual([]);
  });

  it("each match their own text and no other's", () => {
    for (const { id, text } of MESSAGE_HELP) expect(explainMessage(filled(text))?.id).toBe(id);
  });
});
