import { describe, expect, it } from "vitest";
import { codesText, codeText, codeWithProduct, columnLabels } from "./codeText.ts";

const group = (fields: string[], amount = "€25.00", productName = "Streamly DE") => ({
  productId: 7,
  productName,
  fields,
  amount,
});

describe("a code that is copied alone", () => {
  it("is its bare value, without serial number, expiry and other descriptions", () => {
    expect(codeText({ pin: "ABCD-1234" })).toBe("ABCD-1234");
    expect(codeText({ serial: "7", pin: "A", expiry: "2028-01-01", batch: "9" })).toBe("A");
    expect(codeText({ pin: "=1+1" })).toBe("=1+1");
  });

  it("names its parts if one of them is not enough to redeem it", () => {
    expect(codeText({ cardNumber: "6006", pin: "12", serial: "7" })).toBe("Card number: 6006\nPIN: 12");
  });

  it("is everything if nobody knows which field is the code", () => {
    expect(codeText({ Zauberwort: "A" })).toBe("A");
    expect(codeText({ serial: "7" })).toBe("7");
  });

  it("includes its product and all its fields on request", () => {
    expect(codeWithProduct({ fields: { serial: "7", pin: "A" } }, group(["pin", "serial", "expiry"]))).toBe(
      "Streamly DE, €25.00\nPIN: A\nSerial number: 7",
    );
  });
});

describe("codes that are copied together", () => {
  it("are a table with a head that says the product of each", () => {
    const rows: Parameters<typeof codesText>[0] = [
      { fields: { pin: "A", serial: "7" }, group: group(["pin", "serial"]) },
      { fields: { code: "B\tC" }, group: group(["code"], "", "Other") },
    ];
    expect(codesText(rows)).toBe(
      "Product\tAmount\tPIN\tSerial number\tCode\nStreamly DE\t€25.00\tA\t7\t\nOther\t\t\t\tB C",
    );
  });

  it.each(["=1+1", "+49", "-1234", "@SUM(A1)", "\t=1", "\r=1", " =1", "\uFF1D1"])(
    "are text, not a formula, in a spreadsheet (%j)",
    (pin) => {
      const [, row] = codesText([{ fields: { pin }, group: group(["pin"], "", pin) }]).split("\n");
      expect(row).toMatch(/^'[^\t]*\t'/);
    },
  );

  it("keep apart two fields that have the same label", () => {
    expect(columnLabels(["serial", "batch.serial", "pin"])).toEqual(["serial", "batch.serial", "PIN"]);
  });
});
