import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { setLocaleSource } from "#lib/text/currentLocale.ts";
import {
  matchByName,
  nameKey,
  readProductId,
  sameText,
  withoutNumbers,
  type NameMatch,
} from "./matchProduct.ts";
import { OPEN } from "./testing.ts";

const ask = (given: Partial<Parameters<typeof matchByName>[0]>, match: NameMatch | undefined) =>
  matchByName({ name: "Card", country: "", currency: "", amount: "", ...given }, match, undefined);
const all = (...products: Product[]): NameMatch => ({ products, total: products.length });
const card = (id: number, more: Partial<Product> = {}) => product(id, { name: "Card", ...more });
const chosen = (id: number) => ({ ok: true, product: expect.objectContaining({ id }) });
const refused = (message: string, ids: readonly number[] = []) => ({
  ok: false,
  message,
  candidates: ids.map((id) => expect.objectContaining({ id })),
});

describe("a product's id in a cell", () => {
  it.each([
    ["12", 12],
    ["#12", 12],
    ["  #12 ", 12],
    ["١٢", 12],
    ["007", 7],
    ["123456789012345", 123_456_789_012_345],
    ["1234567890123456", null],
    ["0", null],
    ["#0", null],
    ["", null],
    ["#", null],
    ["##12", null],
    ["12 Card", null],
    ["Card 12", null],
    ["-12", null],
    ["1.2", null],
  ])("%j is read as %j", (text, id) => expect(readProductId(text)).toBe(id));
});

describe("the key of a question about a name", () => {
  it("is the same however name and country are written", () => {
    expect(nameKey({ name: " CAFÉ  card", country: "de" })).toBe(
      nameKey({ name: "cafe card", country: "DE" }),
    );
  });

  it("differs by name and by country, and says which is which", () => {
    const keys = [
      { name: "a b", country: "" },
      { name: "a", country: "b" },
      { name: "", country: "a b" },
      { name: "a b", country: "a b" },
    ].map(nameKey);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("a typed currency", () => {
  it("is compared without case and blanks", () => {
    expect(sameText(" eur ", "EUR")).toBe(true);
    expect(sameText("EU", "EUR")).toBe(false);
  });
});

describe("a name that no product has", () => {
  it.each([undefined, all()])("is refused in words, without products to choose from (%j)", (match) => {
    expect(ask({ name: " Card " }, match)).toEqual(
      refused("No product is called “Card”. Enter the product's ID."),
    );
  });
});

describe("a name that one product has", () => {
  it("is that product, whatever amount is beside it", () => {
    expect(ask({}, all(card(1)))).toEqual(chosen(1));
    expect(ask({ amount: "99" }, all(card(1)))).toEqual(chosen(1));
    expect(ask({ name: "gift card" }, all(product(1, { name: "Blue gift card" })))).toEqual(chosen(1));
  });

  it("is not that product if it is a single word of its name, unless that is its brand or something stands beside it", () => {
    const gift = product(1, { name: "Gift card" });
    expect(ask({ name: "gift" }, all(gift))).toEqual(
      refused("“gift” is only one word of a product's name. Choose the product, or enter its ID.", [1]),
    );
    expect(ask({ name: "gift" }, all({ ...gift, brands: ["Gift"] }))).toEqual(chosen(1));
    expect(ask({ name: "gift", country: "DE" }, all(gift))).toEqual(chosen(1));
  });

  it("is the product of exactly this name, although others hold it too", () => {
    const match = all(product(1, { name: "Card one" }), card(2), product(3, { name: "Other card" }));
    expect(ask({ name: " cARD " }, match)).toEqual(chosen(2));
  });
});

describe("the country beside a name", () => {
  const match = all(card(1), card(2, { countryCode: "AT" }));

  it.each([
    ["AT", 2],
    [" at ", 2],
    ["Germany", 1],
  ])("decides: %j", (country, id) => expect(ask({ country }, match)).toEqual(chosen(id)));

  it("fits a product that is for no country", () => {
    expect(ask({ country: "ES" }, all(card(1), card(2, { countryCode: null })))).toEqual(chosen(2));
  });

  it("that is none of theirs is refused, and says which there are", () => {
    expect(ask({ name: " Card", country: " ES " }, match)).toEqual(
      refused("“Card” is not offered for ES, only for Germany, Austria.", [1, 2]),
    );
  });

  it("is answered with at most five of theirs, each once", () => {
    const inCountries = (...codes: string[]) =>
      ask({ country: "ES" }, all(...codes.map((countryCode, at) => card(at + 1, { countryCode }))));
    expect(inCountries("DE", "AT", "FR", "DE", "IT", "PL")).toMatchObject({
      message: "“Card” is not offered for ES, only for Germany, Austria, France, Italy, Poland.",
    });
    expect(inCountries("DE", "AT", "FR", "IT", "PL", "NL", "BE")).toMatchObject({
      message: "“Card” is not offered for ES, only for Germany, Austria, France, Italy, Poland and 2 more.",
    });
  });
});

describe("the currency beside a name", () => {
  const match = all(card(1), card(2, { currencyCode: "USD" }), card(3, { countryCode: "AT" }));

  it("decides among those of the country", () => {
    expect(ask({ currency: "usd" }, match)).toEqual(chosen(2));
    expect(ask({ country: "DE", currency: "EUR" }, match)).toEqual(chosen(1));
    expect(ask({ currency: "USD" }, all(card(1), card(2, { currencyCode: null })))).toEqual(chosen(2));
  });

  it("that is blank decides nothing", () => {
    expect(ask({ country: " ", currency: "  " }, match)).toEqual(
      refused("3 products fit “Card”. Choose one, or enter its ID.", [1, 2, 3]),
    );
  });

  it("that is none of theirs is refused, with those of the country to choose from", () => {
    expect(ask({ name: " Card", country: "DE", currency: " CHF " }, match)).toEqual(
      refused("“Card” is not offered in CHF.", [1, 2]),
    );
  });
});

describe("the amount beside a name of several products", () => {
  const match = all(card(1), card(2, { price: 2_500 }), { ...OPEN, id: 3, name: "Card" });

  it.each([
    ["10", [1, 3]],
    ["10,00 €", [1, 3]],
    ["30", [3]],
    ["20.00", [3]],
  ])("decides where one sells it, and else says which do: %j", (amount, ids) => {
    const [first = 0, ...others] = ids;
    expect(ask({ amount }, match)).toEqual(
      others.length === 0
        ? chosen(first)
        : refused("2 products fit “Card” and the amount. Choose one, or enter its ID.", ids),
    );
  });

  it.each(["", "  ", "5.00", "12.50", "501", "x", "1,000"])(
    "that none of them sells decides nothing: %j",
    (amount) => {
      expect(ask({ amount }, match)).toEqual(
        refused("3 products fit “Card”. Choose one, or enter its ID.", [1, 2, 3]),
      );
    },
  );

  it("never decides for a product whose price is not known", () => {
    expect(ask({ amount: "10" }, all(card(1, { price: null }), card(2)))).toEqual(chosen(2));
    expect(ask({ amount: "10" }, all(card(1, { price: null }), card(2, { price: 2_500 })))).toMatchObject({
      ok: false,
    });
  });

  it("decides only among those of the country and the currency", () => {
    const both = all(card(1), card(2, { countryCode: "AT" }), card(3, { countryCode: "AT", price: 2_500 }));
    expect(ask({ country: "AT", amount: "10" }, both)).toEqual(chosen(2));
  });

  it("counts products as the reader's pages do", () => {
    const reset = setLocaleSource(() => "de-DE");
    const many = all(...Array.from({ length: 1_200 }, (_, at) => card(at + 1)));
    expect(ask({ amount: "10" }, many)).toMatchObject({
      message: expect.stringMatching(/^1\.200 products fit/),
    });
    expect(ask({}, many)).toMatchObject({ message: expect.stringMatching(/^1\.200 products fit/) });
    reset();
  });
});

describe("a name that more products have than the catalog answers with", () => {
  const more = (total: number, ...products: Product[]): NameMatch => ({ products, total });
  const several = (total: string, ids: readonly number[]) =>
    refused(`${total} “Card”. Choose one, or enter its ID.`, ids);
  const one = product(1, { name: "Card one", countryCode: "AT" });
  const two = product(2, { name: "Card two", price: 2_500 });

  it("is never taken for one of them, however well it fits", () => {
    const match = more(1_051, one, two);
    expect(ask({ country: "AT" }, match)).toEqual(several("1,051 products fit", [1]));
    expect(ask({ amount: "25" }, match)).toEqual(several("1,051 products fit", [1, 2]));
    expect(ask({ country: "AT" }, more(2, one, two))).toEqual(chosen(1));
    expect(ask({}, more(1))).toEqual(several("1 product fits", []));
  });

  it("is not said to be missing in a country or a currency that only the others may have", () => {
    expect(ask({ country: "ES" }, more(51, one, two))).toEqual(several("51 products fit", []));
    expect(ask({ currency: "CHF" }, more(51, one, two))).toEqual(several("51 products fit", []));
  });

  it("is the product of exactly this name, if products with more words follow it", () => {
    expect(ask({}, more(51, card(3), one))).toEqual(chosen(3));
  });

  it("is never taken for one of those of exactly this name, where more of them can be missing", () => {
    const match = more(51, card(3), card(4, { countryCode: "AT", price: 2_500, currencyCode: "USD" }));
    expect(ask({ country: "AT" }, match)).toEqual(several("51 products fit", [4]));
    expect(ask({ currency: "USD" }, match)).toEqual(several("51 products fit", [4]));
    expect(ask({ amount: "25" }, match)).toEqual(several("51 products fit", [3, 4]));
    const swapped = { name: "gift card", country: "", currency: "", amount: "" };
    expect(
      matchByName(
        swapped,
        more(9, product(1, { name: "Gift card" }), product(2, { name: "Card, gift" })),
        undefined,
      ),
    ).toMatchObject({ ok: false, message: expect.stringMatching(/^9 products fit/) });
  });
});

describe("a number in a name, or the amount beside it", () => {
  const sweden = product(1, { name: "Nord Sweden Card 2000 SEK", countryCode: "SE", currencyCode: "SEK" });
  const poland = product(2, { name: "Nord Poland Card 400 PLN", countryCode: "PL", currencyCode: "PLN" });
  const severalCountries = /^“.*” is sold for several countries or in several currencies\./;

  it("never chooses the country or the currency: only those of the name, or beside it, do", () => {
    const named = { name: "Nord 2000", country: "", currency: "", amount: "" };
    expect(matchByName(named, all(sweden), all(sweden, poland))).toMatchObject({
      ok: false,
      message: expect.stringMatching(severalCountries),
      candidates: [sweden],
    });
    expect(matchByName(named, all(sweden), undefined)).toMatchObject({ ok: false });
    expect(matchByName(named, all(sweden), { products: [sweden], total: 9 })).toMatchObject({ ok: false });
    expect(matchByName({ ...named, country: "SE" }, all(sweden), all(sweden, poland))).toEqual(chosen(1));
    expect(matchByName({ ...named, currency: "SEK" }, all(sweden), all(sweden, poland))).toEqual(chosen(1));
    expect(matchByName({ ...named, name: "Nord Sweden 2000" }, all(sweden), all(sweden))).toEqual(chosen(1));
    expect(matchByName({ ...named, name: sweden.name }, all(sweden), all(sweden, poland))).toEqual(chosen(1));
  });

  it("that only one product sells offers all of the name, if they are for several countries", () => {
    const dear = { ...poland, price: 77_600 };
    expect(ask({ name: "Nord", amount: "776" }, all(sweden, dear))).toMatchObject({
      ok: false,
      message: expect.stringMatching(severalCountries),
      candidates: [sweden, dear],
    });
  });

  it("is left out of the second question about the name", () => {
    expect(withoutNumbers({ name: "Nord 2000 SEK", country: "SE" })).toEqual({
      name: "nord sek",
      country: "SE",
    });
    expect(withoutNumbers({ name: "Nord", country: "" })).toBeNull();
    expect(withoutNumbers({ name: "2000", country: "" })).toBeNull();
  });
});

describe("any name", () => {
  it("is taken for a product only if no other of the answer fits what stands beside it as well", () => {
    const products = fc.array(
      fc.record({
        name: fc.constantFrom("Card", "card", "Gift card"),
        countryCode: fc.constantFrom("DE", "AT", null),
        currencyCode: fc.constantFrom("EUR", "USD"),
        price: fc.constantFrom(1_000, 2_500),
      }),
      { maxLength: 4 },
    );
    const given = fc.record({
      name: fc.constantFrom("card", "gift card"),
      country: fc.constantFrom("", "DE", "AT"),
      currency: fc.constantFrom("", "EUR", "USD"),
      amount: fc.constantFrom("", "10", "25.00"),
    });
    fc.assert(
      fc.property(products, given, (each, asked) => {
        const match = all(...each.map((more, at) => product(at + 1, more)));
        const found = matchByName(asked, match, undefined);
        if (!found.ok) return;
        const alike = match.products.filter(
          ({ name, countryCode, currencyCode, price }) =>
            name.toLowerCase() === found.product.name.toLowerCase() &&
            (asked.country === "" || countryCode === null || countryCode === asked.country) &&
            (asked.currency === "" || currencyCode === asked.currency) &&
            (asked.amount === "" || price === found.product.price),
        );
        expect(alike).toEqual([found.product]);
      }),
    );
  });
});
