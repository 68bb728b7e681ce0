import { CURRENCY_NAMES } from "#lib/catalog/filters/englishNames.ts";
import { displayOf, exponentOf } from "#lib/money/currencies.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { inOneForm, numberLocale } from "#lib/text/numberLocale.ts";
import { OFFERED_LOCALES } from "#lib/text/offeredLocales.ts";
import { expect, test } from "#e2e/fixtures/test.ts";

type Asked = {
  locale: string;
  writtenAs: string;
  currency: string;
  display: "symbol" | "code";
  digits: number;
};

const AMOUNTS = [123_456_789, 500, -1_234_567];

test("the browser writes every currency in every offered locale as the server does", async ({ page }) => {
  const asked = OFFERED_LOCALES.flatMap((locale) =>
    [...CURRENCY_NAMES.keys()].map((currency): Asked => ({
      locale,
      writtenAs: numberLocale(locale),
      currency,
      display: displayOf(currency),
      digits: exponentOf(currency),
    })),
  );
  await page.goto("/sign-in");
  const written = await page.evaluate(
    ({ all, amounts }) =>
      all.map(({ writtenAs, currency, display, digits }) => {
        const format = new Intl.NumberFormat(writtenAs, {
          style: "currency",
          currency,
          currencyDisplay: display,
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        });
        return amounts.map((amount) => format.format(amount / 10 ** digits));
      }),
    { all: asked, amounts: AMOUNTS },
  );
  const differing = asked.flatMap(({ locale, currency }, at) => {
    const here = AMOUNTS.map((amount) => formatAmount(amount, currency, locale));
    const there = (written[at] ?? []).map((text, place) => {
      const own = inOneForm(text, locale);
      return (AMOUNTS[place] ?? 0) < 0 ? own.replace("-", "−") : own;
    });
    return here.join() === there.join()
      ? []
      : [`${locale} ${currency}: ${here.join(" ")} / ${there.join(" ")}`];
  });
  expect(differing).toEqual([]);
});
