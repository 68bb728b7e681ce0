"use client";

import { useId, useState, type FormEvent } from "react";
import { describeStep, checkRange, type RangeProblems } from "#lib/catalog/filters/priceRange.ts";
import { withoutRange } from "#lib/catalog/views/viewParams.ts";
import type { CatalogPage, CatalogView, PriceFacet } from "#lib/contracts/catalog/catalog.ts";
import { toMajorText } from "#lib/money/minorUnits.ts";
import { formatCount } from "#lib/text/counts.ts";
import { AmountInput } from "#components/money/AmountInput.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { FieldError, Label } from "#components/ui/inputs/Field.tsx";

const CURRENCIES_OFFERED = 6;

export type PriceGroupProps = {
  view: CatalogView;
  price: CatalogPage["price"];
  currencies: CatalogPage["facets"]["currency"];
  /** The server's messages about the range in the address. */
  problems: RangeProblems | null;
  onView: (view: CatalogView) => void;
};

/** The price range: steps with the number of their products, and two fields for any other range. Within one currency. */
export function PriceGroup({ view, price, currencies, problems, onView }: PriceGroupProps) {
  const { currency } = price;
  if (currency === null && currencies.length === 0) return null;
  return (
    <fieldset className="border-b border-line py-3">
      <legend className="float-start mb-1 w-full text-[0.8125rem] font-semibold">
        {currency === null ? (
          "Price"
        ) : (
          <>
            Price{" "}
            <bdi translate="no" className="font-normal text-ink-faint">
              {currency.slice(0, 20)}
            </bdi>
          </>
        )}
      </legend>
      <div className="clear-both">
        {currency === null ? (
          <CurrencyFirst view={view} currencies={currencies} problems={problems} onView={onView} />
        ) : (
          <>
            <Steps view={view} price={price} currency={currency} onView={onView} />
            <RangeForm key={currency} view={view} currency={currency} problems={problems} onView={onView} />
          </>
        )}
      </div>
    </fieldset>
  );
}

/** Prices of several currencies cannot be compared. */
function CurrencyFirst({ view, currencies, problems, onView }: Omit<PriceGroupProps, "price">) {
  const chosen = currencies.filter(({ value }) => view.currency?.includes(value));
  const offered = chosen.length > 0 ? chosen : currencies;
  return (
    <>
      {problems === null ? (
        <p className="text-[0.8125rem] text-ink-faint">Choose a currency to filter by price</p>
      ) : (
        <FieldError>{problems.minPrice ?? problems.maxPrice}</FieldError>
      )}
      <div className="mt-2 flex flex-wrap gap-1.5">
        {offered.slice(0, CURRENCIES_OFFERED).map(({ value, label }) => (
          <Button key={value} size="small" onClick={() => onView({ ...view, currency: [value] })}>
            <span className="sr-only">Only</span>
            <bdi translate="no" className="max-w-24 truncate">
              {label}
            </bdi>
          </Button>
        ))}
      </div>
    </>
  );
}

type StepsProps = Pick<PriceGroupProps, "view" | "onView"> & { price: PriceFacet; currency: string };

function Steps({ view, price, currency, onView }: StepsProps) {
  const judged = checkRange(view, currency);
  const range = judged.ok ? judged.range : null;
  const isChosen = (step: { min: number | null; max: number | null }) =>
    range !== null && range.min === step.min && range.max === step.max;
  return price.steps.map(({ count, ...step }) =>
    count === 0 && !isChosen(step) ? null : (
      <Checkbox
        key={`${step.min} ${step.max}`}
        checked={isChosen(step)}
        onChange={() => {
          const rest = withoutRange(view);
          onView(isChosen(step) ? rest : { ...rest, ...typed(step, currency) });
        }}
        label={describeStep(step, currency)}
        trailing={formatCount(count)}
      />
    ),
  );
}

function typed({ min, max }: { min: number | null; max: number | null }, currency: string) {
  return {
    ...(min === null ? {} : { minPrice: toMajorText(min, currency) }),
    ...(max === null ? {} : { maxPrice: toMajorText(max, currency) }),
  };
}

type RangeFormProps = Omit<PriceGroupProps, "price" | "currencies"> & { currency: string };

function RangeForm({ view, currency, problems, onView }: RangeFormProps) {
  const id = useId();
  const inView = { minPrice: view.minPrice ?? "", maxPrice: view.maxPrice ?? "" };
  const [given, setGiven] = useState(inView);
  const [fields, setFields] = useState(inView);
  const [wrong, setWrong] = useState<RangeProblems>({});
  if (given.minPrice !== inView.minPrice || given.maxPrice !== inView.maxPrice) {
    // The address was changed by a step, by clearing or by the back button.
    setGiven(inView);
    setFields(inView);
    setWrong({});
  }
  const addressProblems =
    fields.minPrice === inView.minPrice && fields.maxPrice === inView.maxPrice ? problems : null;

  function apply(event: FormEvent) {
    event.preventDefault();
    const judged = checkRange(fields, currency);
    if (!judged.ok) {
      setWrong(judged.problems);
      return;
    }
    setWrong({});
    const { min, max } = judged.range ?? { min: null, max: null };
    onView({ ...withoutRange(view), ...typed({ min, max }, currency) });
  }

  const errors = { ...addressProblems, ...wrong };
  // A message that concerns both bounds is shown once.
  const alike = errors.minPrice !== undefined && errors.minPrice === errors.maxPrice;
  const shownAt = (end: "minPrice" | "maxPrice") => (alike ? "minPrice" : end);
  const field = (end: "minPrice" | "maxPrice", label: string) => (
    <div className="flex flex-col gap-1">
      <Label htmlFor={`${id}-${end}`}>{label}</Label>
      <AmountInput
        id={`${id}-${end}`}
        value={fields[end]}
        currency={currency}
        unit={null}
        aria-invalid={errors[end] !== undefined || undefined}
        aria-describedby={errors[end] === undefined ? undefined : `${id}-${shownAt(end)}-error`}
        onAmount={(amount) => setFields({ ...fields, [end]: amount })}
      />
    </div>
  );
  // Below both fields, because half of the width is too narrow for an error.
  const error = (end: "minPrice" | "maxPrice") =>
    errors[end] === undefined ? null : (
      <FieldError id={`${id}-${end}-error`} className="col-span-2">
        {errors[end]}
      </FieldError>
    );
  return (
    <form onSubmit={apply} noValidate className="mt-1 grid grid-cols-2 gap-2">
      {field("minPrice", "From")}
      {field("maxPrice", "To")}
      {error("minPrice")}
      {alike ? null : error("maxPrice")}
      <Button type="submit" size="small" className="col-span-2 justify-self-start">
        Apply<span className="sr-only"> price range</span>
      </Button>
    </form>
  );
}
