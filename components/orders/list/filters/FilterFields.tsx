"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState, type FormEvent } from "react";
import { normaliseTag } from "#lib/contracts/orders/orderTags.ts";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";
import { PLACERS } from "#lib/contracts/orders/placers.ts";
import { PLACER_WORDS } from "#lib/orders/automation/automationWords.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { UNFILTERED, type ListAddress } from "#lib/orders/list/listAddress.ts";
import { toMajorText } from "#lib/money/minorUnits.ts";
import { readNeutralAmount } from "#lib/money/typedAmount.ts";
import { orderFacetsQuery } from "#lib/queries/orders/orderList.ts";
import { counted } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { AmountInput } from "#components/money/AmountInput.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import type { ChangeAddress } from "./useListAddress.ts";
import { ProductFilter } from "./ProductFilter.tsx";
import { isComposing } from "#components/ui/inputs/isComposing.ts";

/** Stands for several states, chosen by a link. */
const SEVERAL = "several";

export type FilterFieldsProps = { address: ListAddress; change: ChangeAddress };

/** The filters behind one button. */
export function FilterFields({ address, change }: FilterFieldsProps) {
  const { data: facets } = useQuery(orderFacetsQuery(useEnvironment()));
  const tags = useId();
  const currencies = withChosen(facets?.currencies ?? [], address.currency);
  const people = facets?.members ?? [];
  const isKnown = people.some(({ id }) => id === address.member);
  return (
    <div className="flex flex-col gap-3">
      <Field label="State">
        {(control) => (
          <Select
            {...control}
            value={address.state.length > 1 ? SEVERAL : (address.state[0] ?? "")}
            options={[
              { value: "", label: "All states" },
              ...(address.state.length > 1
                ? [{ value: SEVERAL, label: counted(address.state.length, "state", "states") }]
                : []),
              ...ORDER_STATES.map((value) => ({ value, label: STATES[value].word })),
            ]}
            onChange={(event) =>
              change({ tab: null, state: ORDER_STATES.filter((state) => state === event.target.value) })
            }
          />
        )}
      </Field>
      <Field label="Placed by">
        {(control) => (
          <Select
            {...control}
            value={address.member ?? ""}
            options={[
              { value: "", label: "All members" },
              ...people.map(({ id, name }) => ({ value: id, label: name, isValue: true })),
              ...(address.member === null || isKnown
                ? []
                : [{ value: address.member, label: "Another member" }]),
            ]}
            onChange={(event) => change({ member: event.target.value || null })}
          />
        )}
      </Field>
      <Field label="Placed how">
        {(control) => (
          <Select
            {...control}
            value={address.placer ?? ""}
            options={[
              { value: "", label: "In any way" },
              ...PLACERS.map((value) => ({ value, label: PLACER_WORDS[value] })),
            ]}
            onChange={(event) =>
              change({ placer: PLACERS.find((placer) => placer === event.target.value) ?? null })
            }
          />
        )}
      </Field>
      <ProductFilter chosen={address.product} onProduct={(product) => change({ product })} />
      <Field label="Currency">
        {(control) => (
          <Select
            {...control}
            value={address.currency ?? ""}
            options={[
              { value: "", label: "All currencies" },
              ...currencies.map((value) => ({ value, label: value, isValue: true })),
            ]}
            onChange={(event) => change({ currency: event.target.value || null, min: "", max: "" })}
          />
        )}
      </Field>
      <AmountRange
        key={`${address.currency} ${address.min} ${address.max}`}
        address={address}
        change={change}
      />
      <TextFilter label="Purchase order" value={address.po} onValue={(po) => change({ po })} />
      <TextFilter
        label="Tag"
        value={address.tag}
        list={tags}
        onValue={(tag) => change({ tag: normaliseTag(tag) })}
      />
      <datalist id={tags}>
        {facets?.tags.map((tag) => (
          <option key={tag} value={tag}>
            {tag}
          </option>
        ))}
      </datalist>
    </div>
  );
}

function withChosen(values: readonly string[], chosen: string | null): readonly string[] {
  return chosen === null || values.includes(chosen) ? values : [...values, chosen];
}

/** A text filter, applied with Enter or when the field loses focus. */
function TextFilter({
  label,
  value,
  list,
  onValue,
}: {
  label: string;
  value: string;
  list?: string;
  onValue: (text: string) => void;
}) {
  const [given, setGiven] = useState(value);
  const [text, setText] = useState(value);
  if (given !== value) {
    setGiven(value);
    setText(value);
  }
  const apply = () => {
    if (text.trim() !== value) onValue(text.trim());
  };
  return (
    <Field label={label}>
      {(control) => (
        <TextInput
          {...control}
          value={text}
          list={list}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
          onBlur={apply}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !isComposing(event.nativeEvent)) apply();
          }}
        />
      )}
    </Field>
  );
}

function majorText(minor: number | null | undefined, currency: string | null): string {
  return minor === null || minor === undefined || currency === null
    ? UNFILTERED.min
    : toMajorText(minor, currency);
}

/** Amounts are compared within one currency, so it is chosen first. */
function AmountRange({ address, change }: FilterFieldsProps) {
  const { currency } = address;
  const [typed, setTyped] = useState({ min: address.min, max: address.max });
  const [problem, setProblem] = useState<string | null>(null);
  if (currency === null)
    return <p className="text-[0.8125rem] text-ink-faint">Choose a currency to filter by amount.</p>;

  function apply(event: FormEvent) {
    event.preventDefault();
    const read = [typed.min, typed.max].map((text) =>
      text.trim() === "" ? null : readNeutralAmount(text, currency),
    );
    const wrong = read.find((amount) => amount?.ok === false);
    const [min, max] = read.map((amount) => (amount?.ok === true ? amount.minor : null));
    const isReversed = min !== null && max !== null && min !== undefined && max !== undefined && min > max;
    setProblem(
      wrong?.ok === false ? wrong.message : isReversed ? "The first amount is larger than the second." : null,
    );
    if (wrong !== undefined || isReversed) return;
    change({ min: majorText(min, currency), max: majorText(max, currency) });
  }
  const field = (end: "min" | "max", label: string) => (
    <Field label={label}>
      {(control) => (
        <AmountInput
          {...control}
          value={typed[end]}
          currency={currency}
          onAmount={(amount) => setTyped({ ...typed, [end]: amount })}
        />
      )}
    </Field>
  );
  return (
    <form noValidate onSubmit={apply} className="grid grid-cols-2 gap-2">
      {field("min", "Amount from")}
      {field("max", "Amount to")}
      {problem === null ? null : (
        <p role="alert" className="col-span-2 text-[0.8125rem] text-refused">
          {problem}
        </p>
      )}
      <Button type="submit" size="small" className="col-span-2 justify-self-start">
        Apply amounts
      </Button>
    </form>
  );
}
