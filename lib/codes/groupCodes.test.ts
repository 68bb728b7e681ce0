import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OrderLine } from "#lib/contracts/orders/order.ts";
import { groupCodes, groupOf } from "./groupCodes.ts";
import { codeFields, inColumnOrder, isFound } from "./fieldRoles.ts";

const line = (productId: number, price: number | null, productName: string | null = null): OrderLine => ({
  productId,
  productName,
  price,
  quantity: 1,
  countryCode: null,
});
const code = (index: number, productId: number | null, fields: Record<string, string> = { pin: "A" }) => ({
  index,
  productId,
  fields,
});
const order = (...lines: OrderLine[]) => ({ lines, currency: "EUR" });

describe("codes by product", () => {
  it("have the name and the amount of their line, and the columns that have values", () => {
    const { groups, codes } = groupCodes(
      [code(0, 7), code(1, 8, { serial: "1", code: "B" }), code(2, 7, { pin: "C", expiry: "2028" })],
      order(line(7, 2_500, "Streamly"), line(8, 1_000)),
    );
    expect(groups).toMatchObject([
      {
        productId: 7,
        productName: "Streamly",
        amounts: [2_500],
        first: 1,
        count: 2,
        fields: ["pin", "expiry"],
      },
      { productId: 8, productName: null, amounts: [1_000], first: 3, count: 1, fields: ["code", "serial"] },
    ]);
    expect(codes.map(({ index, number }) => [index, number])).toEqual([
      [0, 1],
      [2, 2],
      [1, 3],
    ]);
  });

  it("claim no amount if the lines of a product differ or one is not known", () => {
    expect(groupCodes([code(0, 7)], order(line(7, 2_500), line(7, 1_000))).groups[0]?.amounts).toEqual([
      1_000, 2_500,
    ]);
    expect(groupCodes([code(0, 7)], order(line(7, 2_500), line(7, null))).groups[0]?.amounts).toEqual([]);
  });

  it("without a product belong to the order's only one, and to none if there are several", () => {
    expect(groupCodes([code(0, null)], order(line(7, 1), line(7, 1))).groups[0]?.productId).toBe(7);
    const { groups } = groupCodes([code(0, null), code(1, 8)], order(line(7, 1), line(8, 1)));
    expect(groups.map(({ productId }) => productId)).toEqual([null, 8]);
  });

  it("are all there, each once, numbered without a gap within their groups", () => {
    const productId = fc.option(fc.integer({ min: 1, max: 4 }));
    fc.assert(
      fc.property(fc.array(productId), fc.array(fc.integer({ min: 1, max: 4 })), (ids, ordered) => {
        const given = ids.map((id, index) => code(index, id));
        const { groups, codes } = groupCodes(given, order(...ordered.map((id) => line(id, 1))));
        expect(codes.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(
          ids.map((_, index) => index),
        );
        expect(codes.map(({ number }) => number)).toEqual(ids.map((_, at) => at + 1));
        for (const each of codes) expect(groupOf(groups, each.number)?.productId).toBe(each.productId);
      }),
    );
  });
});

describe("the fields of a code", () => {
  it("are in the order code, serial number, expiry, everything else", () => {
    expect(inColumnOrder(["note", "expiresAt", "url", "serialNo", "PIN_CODE"])).toEqual([
      "PIN_CODE",
      "serialNo",
      "expiresAt",
      "note",
      "url",
    ]);
  });

  it("that nobody knows are the code only if no other is known to be it", () => {
    expect(codeFields(["Zauberwort", "serial"])).toEqual(["Zauberwort"]);
    expect(codeFields(["Zauberwort", "pin"])).toEqual(["pin"]);
    expect(codeFields(["Zauberwort", "url"])).toEqual(["url"]);
  });

  it("are searched without the code, in any case", () => {
    const fields = { pin: "SECRET-1", serial: "SN-77", region: "Emea", url: "https://x.example/SECRET-1" };
    expect([isFound(fields, "sn-7"), isFound(fields, "emea"), isFound(fields, "secret")]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
