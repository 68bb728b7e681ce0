import { describe, expect, it } from "vitest";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import { changedLines } from "./draftConfirmation.ts";
import { checkDraftLine } from "./draftLine.ts";
import { EMPTY_DRAFT } from "./draftRules.ts";

const GERMAN = product(1, { countryCode: "DE" });
const line = (countryCode: string) => ({ id: "a", productId: 1, amount: "", quantity: "2", countryCode });

describe("a draft's line for another country than its product's", () => {
  it("is not ready, and says which the product is for", () => {
    const { ready, problems, countryCode } = checkDraftLine(line("US"), GERMAN);
    expect({ ready, problems, countryCode }).toEqual({
      ready: false,
      problems: { country: "This product is for Germany (DE), not for US." },
      countryCode: "US",
    });
  });

  it.each(["", "DE", "de", "Germany", " DE "])(
    "is one for the product's own country if it says %j",
    (typed) => {
      expect(checkDraftLine(line(typed), GERMAN)).toMatchObject({ ready: true, countryCode: "DE" });
    },
  );

  it("is for any if the product is", () => {
    const any = product(1, { countryCode: null });
    expect(checkDraftLine(line("US"), any)).toMatchObject({ ready: true, countryCode: "US" });
  });

  it("is not what somebody confirmed for the product's", () => {
    const draft = { ...EMPTY_DRAFT, lines: [line("US")] };
    const confirmed = {
      lineId: "a",
      productId: 1,
      product: GERMAN,
      price: GERMAN.price,
      quantity: 2,
      countryCode: "DE",
    };
    expect(changedLines(draft, [confirmed])).toEqual([0]);
    expect(changedLines({ ...draft, lines: [line("")] }, [confirmed])).toEqual([]);
  });
});
