import { describe, expect, it } from "vitest";
import { readOrder } from "./order.ts";
import { parseJson } from "./parseJson.ts";

const ORDERED = new Map([
  [1, 2],
  [2, 1],
]);

/** The codes of an order of two of product 1 and one of product 2, in the answer with these members. */
function codesOf(answer: object, ordered: ReadonlyMap<number, number> | null = ORDERED) {
  const given = readOrder(parseJson(JSON.stringify(answer)), { ordered: ordered ?? undefined });
  return given?.codes.map(({ productId, fields }) => [productId, fields]);
}

const complete = (...products: object[]) => ({ orderId: 5, status: "completed", products });
const one = (code: number, serial: string) => ({ "pin.1": `AAAA-${code}`, "pin.2": serial });
const second = { productId: 2, pin: "BBBB-1" };

describe("lists of texts of which there are more than codes were ordered", () => {
  it("are one code each, if there are as many lists as codes", () => {
    const rows = {
      productId: 1,
      pin: [
        ["AAAA-1", "17"],
        ["AAAA-2", "18"],
      ],
    };
    const expected = [
      [1, one(1, "17")],
      [1, one(2, "18")],
      [2, { pin: "BBBB-1" }],
    ];
    expect(codesOf(complete(rows, second))).toEqual(expected);
    const entries = rows.pin.map((pin) => ({ productId: 1, pin }));
    expect(codesOf(complete(...entries, second))).toEqual(expected);
    const units = [
      { productId: 1, pin: rows.pin.map(([code, pin], at) => ({ unit: at, pins: [code, pin] })) },
    ];
    expect(codesOf(complete(...units, second))).toMatchObject(expected);
    // One code, in one list inside of another.
    expect(codesOf(complete({ productId: 2, pin: [["AAAA-1", "17"]] }))).toEqual([[2, one(1, "17")]]);
    expect(codesOf(complete({ productId: 2, pin: ["AAAA-1", "17"] }))).toEqual([[2, one(1, "17")]]);
  });

  it("are read like this of as many as the service has delivered, or says were ordered", () => {
    const rows = [["AAAA-1", "17"]];
    const partial = { status: "some", delivered: 1, total: 3, products: [{ productId: 1, pin: rows }] };
    expect(codesOf(partial)).toEqual([[1, one(1, "17")]]);
    const found = complete({ productId: 7, quantity: 1, pin: rows });
    expect(codesOf(found, null)).toEqual([[7, one(1, "17")]]);
  });

  it("are a code for each text where an order that was placed here is complete with these", () => {
    const rows = [["AAAA-1"], ["AAAA-2", "AAAA-3"]];
    const answer = { ...complete({ productId: 1, pin: rows }), delivered: 2 };
    expect(codesOf(answer, new Map([[1, 3]]))).toHaveLength(3);
    expect(
      codesOf(
        {
          ...answer,
          products: [
            {
              productId: 1,
              pin: [
                ["A", "1"],
                ["B", "2"],
              ],
            },
          ],
        },
        new Map([[1, 4]]),
      ),
    ).toHaveLength(4);
  });

  it("keep what stands beside them", () => {
    const rows = [
      ["AAAA-1", "17"],
      ["AAAA-2", "18"],
    ];
    expect(codesOf(complete({ productId: 1, pin: rows, region: ["EU", "US"], batch: "B" }))).toEqual([
      [1, { ...one(1, "17"), region: "EU", batch: "B" }],
      [1, { ...one(2, "18"), region: "US", batch: "B" }],
    ]);
  });

  it("are a code for each text otherwise", () => {
    const flat = (...pins: string[]) => pins.map((pin) => [1, { pin }]);
    // As many texts as codes; other lists than codes; lists of different length; codes that look alike.
    expect(codesOf(complete({ productId: 1, pin: [["AAAA-1", "AAAA-2"]] }))).toEqual(
      flat("AAAA-1", "AAAA-2"),
    );
    expect(
      codesOf(
        complete({
          productId: 1,
          pin: [
            ["A", "1"],
            ["B", "2"],
            ["C", "3"],
          ],
        }),
      ),
    ).toHaveLength(6);
    expect(codesOf(complete({ productId: 1, pin: [["A", "1"], ["B"]] }))).toHaveLength(3);
    expect(codesOf(complete({ productId: 2, pin: ["AAAA-1", "AAAA-2"] }))).toHaveLength(2);
    expect(codesOf(complete({ productId: 7, pin: [["A", "1"]] }), null)).toHaveLength(2);
  });

  it("are codes of their own if they are objects of the same fields, or links", () => {
    const objects = [
      { code: "AAAA-1", serial: "17" },
      { code: "AAAA-2", serial: "18" },
    ];
    expect(codesOf(complete({ productId: 2, pin: objects }))).toEqual(objects.map((code) => [2, code]));
    expect(codesOf(complete({ productId: 1, pin: [objects, objects] }))).toHaveLength(4);
    const links = ["https://redeem.example/a", "https://redeem.example/bc/d"];
    expect(codesOf(complete({ productId: 2, pin: links }))).toEqual(links.map((pin) => [2, { pin }]));
    const parts = [{ code: "AAAA-1" }, { serial: "17" }];
    expect(codesOf(complete({ productId: 2, pin: parts }))).toHaveLength(1);
  });

  it("are codes of their own where the service counts lines, if they look alike and no more than were ordered", () => {
    const products = [
      { productId: 1, pin: ["AAAA-1", "AAAA-2"] },
      { productId: 2, pin: ["BBBBB-1", "BBBBB-2"] },
    ];
    const ordered = new Map([
      [1, 3],
      [2, 3],
    ]);
    const byLine = { status: "some", delivered: 2, total: 2, products };
    expect(codesOf(byLine, ordered)).toHaveLength(4);
    expect(codesOf(byLine, null)).toHaveLength(4);
  });
});

describe("a text with several codes in it", () => {
  const codes = [
    [1, { pin: "AAAA-1" }],
    [1, { pin: "AAAA-2" }],
  ];

  it.each(["AAAA-1\nAAAA-2\n", "AAAA-1, AAAA-2", "AAAA-1;AAAA-2", "AAAA-1|AAAA-2"])("%j is split", (pin) => {
    expect(codesOf(complete({ productId: 1, pin }))).toEqual(codes);
    const partial = { status: "some", delivered: 2, total: 3, products: [{ productId: 1, pin }] };
    expect(codesOf(partial)).toEqual(codes);
  });

  it.each(["AAAA-1\n17", "AAAA-1,AAAA-2,AAAA-3", "AAAA-1 AAAA-2", "1,2"])(
    "%j may be something else",
    (pin) => {
      expect(codesOf(complete({ productId: 1, pin }))).toEqual([[1, { pin }]]);
    },
  );

  it("is one code where no more are due, or nobody knows how many", () => {
    const pin = "AAAA-1,AAAA-2";
    expect(codesOf(complete({ productId: 2, pin }))).toEqual([[2, { pin }]]);
    expect(codesOf(complete({ productId: 7, pin }), null)).toEqual([[7, { pin }]]);
    expect(codesOf({ orderId: 5, status: "some", products: [{ productId: 1, pin }] })).toEqual([
      [1, { pin }],
    ]);
  });
});

describe("an object with numbered fields", () => {
  const pin = { pin1: "AAAA-1", serial_1: "17", pin2: "AAAA-2", serial_2: "18" };

  it("has as many codes as numbers, if so many are due", () => {
    expect(codesOf(complete({ productId: 1, pin }))).toEqual([
      [1, { pin: "AAAA-1", serial: "17" }],
      [1, { pin: "AAAA-2", serial: "18" }],
    ]);
  });

  it("is one code otherwise", () => {
    expect(codesOf(complete({ productId: 2, pin }))).toEqual([[2, pin]]);
    for (const other of [
      { ...pin, batch: "B" },
      { ...pin, serial_3: "19" },
      { pin1: "AAAA-1", serial2: "18" },
    ]) {
      expect(codesOf(complete({ productId: 1, pin: other }))).toEqual([[1, other]]);
    }
  });
});

describe("a code that is a truth value or a number", () => {
  const pins = (...given: unknown[]) => ({ productId: 1, pin: given });
  const ordered = new Map([[1, 3]]);

  it.each<[unknown, string]>([
    ["TRUE", "TRUE"],
    ["false", "false"],
    [true, "true"],
    [false, "false"],
    [12_345, "12345"],
    ["ONE", "ONE"],
    ["1E5", "1E5"],
    ["NaN", "NaN"],
  ])("%j is counted where exactly so many codes were delivered", (given, text) => {
    const expected = ["AAAA-1", "AAAA-2", text].map((pin) => [1, { pin }]);
    expect(codesOf(complete(pins("AAAA-1", "AAAA-2", given)), ordered)).toEqual(expected);
    const each = ["AAAA-1", "AAAA-2", given].map((pin) => ({ productId: 1, pin }));
    expect(codesOf({ status: "some", delivered: 3, total: 5, products: each }, new Map([[1, 5]]))).toEqual(
      expected,
    );
  });

  it.each(["TRUE", true, false, "pending", "N/A"])("%j is none where fewer were delivered", (given) => {
    const products = [pins("AAAA-1", "AAAA-2", given)];
    expect(codesOf({ status: "some", delivered: 2, total: 3, products }, ordered)).toHaveLength(2);
    expect(codesOf({ orderId: 5, status: "some", products }, ordered)).toHaveLength(2);
  });
});
