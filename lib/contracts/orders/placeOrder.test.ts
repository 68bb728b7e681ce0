import { describe, expect, it } from "vitest";
import { preflightRequestSchema } from "./placeOrder.ts";

const wrongFieldOf = (externalOrderCode: string) =>
  preflightRequestSchema
    .safeParse({ externalOrderCode, currency: "EUR", lines: [{ productId: 1, quantity: 1 }] })
    .error?.issues.map(({ path }) => path.join("."));

describe("a typed order reference", () => {
  it.each(["PO\u001b[31m-1", "PO\u0000-1", "PO\n-1", "PO\u202e-1", "PO\u200b-1", "PO\u2028-1"])(
    "is refused with its field where it has a character that nobody sees: %j",
    (code) => {
      expect(wrongFieldOf(code)).toEqual(["externalOrderCode"]);
    },
  );

  it.each(["PO-2026/117 #4", "заказ-7", "注文 12", " PO-1 "])("may be %j", (code) => {
    expect(wrongFieldOf(code)).toBeUndefined();
  });
});
