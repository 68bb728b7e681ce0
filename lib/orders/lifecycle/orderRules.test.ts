import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Product } from "#lib/contracts/product.ts";
import { attachMessage } from "#lib/orders/lines/attachMessage.ts";
import { backoffMs } from "./backoff.ts";
import { checkLine } from "#lib/orders/lines/checkLines.ts";
import { newOrderCode } from "#lib/orders/references/externalCode.ts";
import { freeze, orderRequestOf, orderTotal } from "#lib/orders/lines/frozenBody.ts";
import { FIXED, OPEN } from "#lib/orders/lines/products.testing.ts";
import { decodeReference, encodeReference } from "#lib/orders/references/referenceSegment.ts";

describe("a message of the service", () => {
  const lines = [{ productId: 12 }, { productId: 123 }, { productId: 12 }];
  test.each([
    ["Product 12 is not currently available.", [0, 2]],
    ["Product 123 price mismatch: expected 5", [1]],
    ["Price for product 12 is below the minimum allowed (5)", [0, 2]],
    ["Product 1 is not currently available.", []],
    ["The product 12 is nice", []],
    ["Our best Product 12 is not currently available.", []],
    ["This order has already been placed.", []],
    ["Product 12", [0, 2]],
  ])("%s stands on the lines it is about", (message, indexes) => {
    expect(attachMessage(message, lines).map(({ index }) => index)).toEqual(indexes);
  });
});

describe("a line", () => {
  const problem = (line: Parameters<typeof checkLine>[0], product: Product | null, currency = "EUR") =>
    checkLine(line, 3, currency, product, "missing").problem;

  test("of a fixed product is bought at the price of now", () => {
    const line = checkLine({ productId: 12, quantity: 3 }, 0, "EUR", FIXED, null);
    expect(line).toMatchObject({ price: 1_000, total: 3_000, countryCode: "DE", problem: null });
  });

  test("whose price has changed since is not bought at another", () => {
    expect(problem({ productId: 12, quantity: 1, price: 999 }, FIXED)?.message).toContain("10.00");
  });

  test.each([
    [{ productId: 12, quantity: 1 }, OPEN, /Enter an amount/],
    [{ productId: 12, quantity: 1 }, { ...OPEN, price: 1_000 }, /Enter an amount/],
    [{ productId: 12, quantity: 1, price: 999 }, OPEN, /at least €10/],
    [{ productId: 12, quantity: 1, price: 5_500 }, OPEN, /at most €50/],
    [{ productId: 12, quantity: 1, price: 1_001 }, OPEN, /steps of €5/],
    [{ productId: 12, quantity: 1 }, { ...FIXED, price: null }, /no price/],
    [{ productId: 12, quantity: Number.MAX_SAFE_INTEGER }, FIXED, /total is too large/],
    [{ productId: 12, quantity: 1 }, null, /^missing$/],
  ])("that breaks a rule of the specification is told which (%j)", (line, product, message) => {
    expect(problem(line, product)).toEqual({
      index: 3,
      productId: 12,
      message: expect.stringMatching(message),
    });
  });

  test("has neither price nor total while its product is not there", () => {
    expect(checkLine({ productId: 12, quantity: 3, price: 1_000 }, 0, "EUR", null, "gone")).toMatchObject({
      product: null,
      price: null,
      total: null,
    });
    expect(checkLine({ productId: 12, quantity: 3 }, 0, "EUR", OPEN, null)).toMatchObject({
      price: null,
      total: null,
    });
  });

  test("is for the product's own country; what was typed counts where the catalog tells none", () => {
    const country = (countryCode: string | undefined, product: Product | null) =>
      checkLine({ productId: 12, quantity: 1, countryCode }, 0, "EUR", product, null).countryCode;
    expect(country("AT", FIXED)).toBe("DE");
    expect(country("AT", { ...FIXED, countryCode: null })).toBe("AT");
    expect(country("AT", null)).toBe("AT");
    expect(country(undefined, { ...FIXED, countryCode: null })).toBeNull();
  });

  test("of a product whose currency is not told is taken at its word", () => {
    expect(problem({ productId: 12, quantity: 1 }, { ...FIXED, currencyCode: null })).toBeNull();
  });

  test("of another currency belongs into another order", () => {
    expect(problem({ productId: 12, quantity: 1 }, FIXED, "USD")?.message).toContain("EUR");
  });

  test("within the rules has no problem", () => {
    expect(problem({ productId: 12, quantity: 1, price: 1_500 }, OPEN)).toBeNull();
    expect(problem({ productId: 12, quantity: 1, price: 1_000 }, FIXED)).toBeNull();
  });
});

describe("the frozen body", () => {
  const line = { productId: 12, price: 1_000, quantity: 3, countryCode: "DE" };

  test("is what the specification asks for, CountryCode with a capital C, the total in minor units", () => {
    const body = orderRequestOf("A", "EUR", [line, { ...line, countryCode: null }]);
    expect(JSON.parse(new TextDecoder().decode(freeze(body ?? never())))).toEqual({
      externalOrderCode: "A",
      currency: "EUR",
      price: 6_000,
      orderProducts: [
        { productId: 12, price: 1_000, quantity: 3, CountryCode: "DE" },
        { productId: 12, price: 1_000, quantity: 3 },
      ],
    });
  });

  test("does not exist for a total that is no longer exact", () => {
    expect(orderTotal([{ price: Number.MAX_SAFE_INTEGER, quantity: 2 }])).toBeNull();
    expect(orderTotal([line, { price: Number.MAX_SAFE_INTEGER, quantity: 1 }])).toBeNull();
    expect(orderRequestOf("A", "EUR", [{ ...line, quantity: Number.MAX_SAFE_INTEGER }])).toBeNull();
  });
});

describe("a generated code", () => {
  test("begins with a letter, is long, and has no letters that are mistaken for others", () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.integer({ min: 0, max: 255 })), (bytes) => {
        // A stream of one value for ever would never end: mix it with a counter.
        let count = 0;
        const code = newOrderCode((length) =>
          Uint8Array.from({ length }, () => (Number(bytes.next().value) + (count += 37)) % 256),
        );
        expect(code).toMatch(/^CD-[2-9A-HJKMNP-Z]{6}(-[2-9A-HJKMNP-Z]{6}){3}$/);
      }),
    );
  });
});

describe("a generated code's letters", () => {
  /** As many bytes as are asked for, from the given ones, over and over. */
  const source = (bytes: number[]) => {
    let next = 0;
    return (count: number) => Uint8Array.from({ length: count }, () => bytes[next++ % bytes.length] ?? 0);
  };
  const lettersOf = (bytes: number[]) => newOrderCode(source(bytes)).replace(/^CD-/, "").replaceAll("-", "");

  test("are each as likely as any other", () => {
    const drawn = new Map<string, number>();
    for (let byte = 0; byte < 256; byte += 1) {
      // A byte that is left out gives way to the one after it, whose letter is a 7.
      const [letter = ""] = lettersOf([byte, 5]);
      drawn.set(letter, (drawn.get(letter) ?? 0) + 1);
    }
    expect([...drawn.keys()].join("")).toBe("23456789ABCDEFGHJKMNPQRSTVWXYZ");
    expect(drawn.get("7")).toBe(8 + 16);
    drawn.delete("7");
    expect(new Set(drawn.values())).toEqual(new Set([8]));
  });

  test("come in the order of the bytes, one for each", () => {
    const bytes = Array.from({ length: 24 }, (_, index) => index);
    expect(newOrderCode(source(bytes))).toBe("CD-234567-89ABCD-EFGHJK-MNPQRS");
    expect(newOrderCode(source([255, ...bytes]))).toBe("CD-234567-89ABCD-EFGHJK-MNPQRS");
  });
});

describe("the time to the next try", () => {
  test("doubles up to two minutes, with jitter in its upper half", () => {
    expect([1, 2, 3, 7, 40].map((attempts) => backoffMs(attempts, null, 0))).toEqual([
      1_000, 2_000, 4_000, 60_000, 60_000,
    ]);
    expect([0, 0.25, 0.5, 1].map((random) => backoffMs(2, null, random))).toEqual([
      2_000, 2_500, 3_000, 4_000,
    ]);
    expect(backoffMs(1, null, 0.000_1)).toBe(1_000);
    expect(backoffMs(0, null, 0)).toBe(1_000);
  });
  test("is never less than the service asked for", () => {
    fc.assert(
      fc.property(
        fc.nat(50),
        fc.nat(10_000_000),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (attempts, asked, random) => {
          expect(backoffMs(attempts, asked, random)).toBeGreaterThanOrEqual(asked);
        },
      ),
    );
  });
});

describe("a reference in an address", () => {
  test("stands there as it is, unless it is a word that cannot", () => {
    for (const reference of ["CD-234567", "newer", "renew", ".draft", "~mine", "12"]) {
      expect(encodeReference(reference)).toBe(reference);
      expect(decodeReference(reference)).toBe(reference);
    }
    expect(["new", "draft", "preflight", ".", "..", "~new"].map(encodeReference)).toEqual([
      "~new",
      "~draft",
      "~preflight",
      "~.",
      "~..",
      "~~new",
    ]);
    expect(decodeReference("new")).toBe("new");
  });

  test("comes back as it was, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "grapheme", minLength: 1 }),
          fc.constantFrom(".", "..", "new", "~new", "draft", "~~..", "~mine", "~newer"),
        ),
        (reference) => {
          const address = new URL(`/orders/${encodeReference(reference)}`, "http://desk.test");
          const segment = address.pathname.split("/").at(-1) ?? "";
          expect(address.pathname.split("/")).toHaveLength(3);
          expect(decodeReference(decodeURIComponent(segment))).toBe(reference);
          expect(["new", "draft", "preflight"]).not.toContain(segment);
        },
      ),
    );
  });
});

function never(): never {
  throw new Error("no body");
}
