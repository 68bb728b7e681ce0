import { describeAmounts } from "#lib/catalog/denominations/denomination.ts";
import { describeDiscount } from "#lib/catalog/denominations/describeDiscount.ts";
import { faceValueOf } from "#lib/catalog/denominations/faceValue.ts";
import {
  countryLabel,
  currencyName,
  DENOMINATION_LABELS,
  languageLabel,
} from "#lib/catalog/filters/labels.ts";
import { FIELD_NAMES, valueInWords } from "#lib/catalog/changes/fieldWords.ts";
import type { Product, ProductDetail } from "#lib/contracts/catalog/product.ts";
import { CodesLeft } from "./CodesLeft.tsx";
import { FailureRates } from "./FailureRates.tsx";
import { Amount } from "#components/money/Amount.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { Description, DescriptionList } from "#components/ui/display/DescriptionList.tsx";

/** Everything known about a product, as text. */
export function ProductDetails({ product }: { product: Product }) {
  const { currencyCode: currency, countryCode: country } = product;
  const open = product.denomination === "open";
  const face = faceValueOf(product);
  return (
    <DescriptionList>
      <Description term="Product ID">
        <span translate="no" className="font-mono text-[0.8125rem]">
          {product.id}
        </span>
      </Description>
      <Description term={open ? "Amounts" : "Price"}>
        <span translate="no">{describeAmounts(product)}</span>
      </Description>
      {face === null ? null : (
        <Description term="Face value">
          <Amount minor={face.minor} currency={currency} />
          {face.tenths === 0 ? null : (
            <span translate="no" className="text-ink-faint">{` · ${describeDiscount(face)}`}</span>
          )}
        </Description>
      )}
      <CodesLeft productId={product.id} />
      <FailureRates productId={product.id} />
      {open && product.denominationStep !== null ? (
        <Description term="Step">
          <Amount minor={product.denominationStep} currency={currency} />
        </Description>
      ) : null}
      {open && product.denominationDefaultValue !== null ? (
        <Description term="Suggested amount">
          <Amount minor={product.denominationDefaultValue} currency={currency} />
        </Description>
      ) : null}
      <Description term="Currency">
        {currency === null ? (
          <Unknown />
        ) : (
          <bdi translate="no">{withName(currency, currencyName(currency))}</bdi>
        )}
      </Description>
      <Description term="Country">
        {country === null ? (
          <Unknown />
        ) : (
          <bdi translate="no">{withName(country, countryLabel(country))}</bdi>
        )}
      </Description>
      <Description term="Denomination">{DENOMINATION_LABELS[product.denomination]}</Description>
      <Values term="Brand" values={product.brands} />
      <Values term="Category" values={product.categories} />
      <Values term="Language" values={product.languages.map(languageLabel)} />
      <Values term="Tags" values={product.tags} />
    </DescriptionList>
  );
}

function withName(code: string, name: string | null): string {
  return name === null || name === code ? code : `${name} (${code})`;
}

function Unknown() {
  return <span className="text-ink-faint">Unknown</span>;
}

const VALUES_SHOWN = 40;

function Values({ term, values }: { term: string; values: readonly string[] }) {
  if (values.length === 0) return null;
  const more = values.length - VALUES_SHOWN;
  return (
    <Description term={term}>
      <ul className="flex flex-wrap gap-x-2 gap-y-0.5">
        {values.slice(0, VALUES_SHOWN).map((value) => (
          <li key={value} className="line-clamp-2">
            <bdi translate="no">{value}</bdi>
          </li>
        ))}
        {more > 0 ? <li className="text-ink-faint">{`and ${more} more`}</li> : null}
      </ul>
    </Description>
  );
}

/** The differences from the list. */
export function Changes({ detail }: { detail: ProductDetail }) {
  if (detail.changes.length === 0) return null;
  return (
    <Banner tone="partial" title="Changed since the catalog was last updated" className="mb-4">
      <ul>
        {detail.changes.map((change) => (
          <li key={change.field} className="line-clamp-3">
            {FIELD_NAMES[change.field]}:{" "}
            <del className="text-ink-faint">
              {valueInWords(change.field, change.before, detail.currencyCode)}
            </del>{" "}
            <ins className="no-underline">
              {valueInWords(change.field, change.after, detail.currencyCode)}
            </ins>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
