import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { WithAmounts } from "./WithAmounts.tsx";

/** What of a text a browser may translate. */
const translatable = (text: string) =>
  renderToStaticMarkup(<WithAmounts>{text}</WithAmounts>).replaceAll(/<bdi translate="no">.*?<\/bdi>/g, "…");

describe("amounts in a text, if the browser translates the page", () => {
  it.each(["en-GB", "en-US", "de-DE", "de-CH", "fr-FR", "pl-PL", "tr-TR", "ja-JP", "en-IN", "sv-SE"])(
    "are kept as %s writes them",
    (locale) => {
      for (const currency of ["EUR", "USD", "JPY", "KWD", "CHF", "SAR", "INR", "USDT"]) {
        for (const minor of [0, 4_550, 123_456_789, -4_550]) {
          const amount = formatAmount(minor, currency, locale);
          expect(translatable(`8 orders for ${amount}, not charged`), amount).toBe(
            currency === "USDT"
              ? "8 orders for … (units unknown), not charged"
              : "8 orders for …, not charged",
          );
        }
      }
    },
  );

  it("are kept wherever they stand, however many", () => {
    expect(translatable("€260.00 of €1,000.00, the limit")).toBe("… of …, the limit");
    expect(translatable("Nothing, on 3 days")).toBe("Nothing, on 3 days");
  });
});
