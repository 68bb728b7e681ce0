"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useController, useFieldArray, type Control } from "react-hook-form";
import type { LineValues } from "#lib/orders/schedules/scheduleLineForm.ts";
import type { ScheduleValues } from "#lib/orders/schedules/scheduleForm.ts";
import { productQuery } from "#lib/queries/catalog/catalog.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { asciiDigits } from "#lib/text/asciiDigits.ts";
import { SelectField, TextField } from "#components/form/fields.tsx";
import { AmountInput } from "#components/money/AmountInput.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { NumberInput } from "#components/ui/inputs/NumberInput.tsx";
import { CEILING_OPTIONS } from "./ceilingOptions.ts";

type Fields = { control: Control<ScheduleValues>; currency: string };

/** The lines of a schedule that is edited: what is ordered on each date, and how much it may cost. */
export function ScheduleLineFields({ control, currency }: Fields) {
  const { fields, append, remove } = useFieldArray({ control, name: "lines", keyName: "key" });
  return (
    <fieldset>
      <legend className="font-medium">Each time</legend>
      <ul>
        {fields.map((line, index) => (
          <li key={line.key} className="border-b border-line py-3">
            <LineFields
              control={control}
              currency={currency}
              line={line}
              index={index}
              onRemove={fields.length > 1 ? () => remove(index) : null}
            />
          </li>
        ))}
      </ul>
      <AddLine onAdd={append} />
    </fieldset>
  );
}

function LineFields({
  control,
  currency,
  line,
  index,
  onRemove,
}: Fields & { line: LineValues; index: number; onRemove: (() => void) | null }) {
  const { productName, priceThen, amount, from } = line;
  return (
    <div className="grid gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto]">
      <p className="min-w-0 font-medium wrap-anywhere">
        <bdi translate="no">{productName}</bdi>
      </p>
      {onRemove === null ? null : (
        <Button size="small" variant="quiet" className="justify-self-start" onClick={onRemove}>
          Remove<span className="sr-only"> {productName}</span>
        </Button>
      )}
      <div className="grid gap-3 sm:col-span-2 sm:grid-cols-2">
        <TextField
          control={control}
          name={`lines.${index}.quantity`}
          label={`Quantity of ${productName}`}
          required
          autoComplete="off"
        />
        {amount === null ? (
          <SelectField
            control={control}
            name={`lines.${index}.ceiling`}
            label={`Highest price of ${productName}`}
            hint={
              priceThen === null || from === null
                ? undefined
                : `It cost ${formatAmount(priceThen, currency)} when it was scheduled.`
            }
            options={CEILING_OPTIONS}
          />
        ) : (
          <OpenAmount control={control} currency={currency} index={index} name={productName} />
        )}
      </div>
      {amount === null && from !== null ? (
        <div className="sm:col-span-2">
          <PricedToday control={control} index={index} name={productName} />
        </div>
      ) : null}
    </div>
  );
}

function OpenAmount({ control, currency, index, name }: Fields & { index: number; name: string }) {
  const { field, fieldState } = useController({ control, name: `lines.${index}.amount` });
  return (
    <Field label={`Amount of ${name}`} required error={fieldState.error?.message}>
      {(a11y) => (
        <AmountInput {...a11y} currency={currency} value={field.value ?? ""} onAmount={field.onChange} />
      )}
    </Field>
  );
}

function PricedToday({ control, index, name }: Pick<Fields, "control"> & { index: number; name: string }) {
  const { field } = useController({ control, name: `lines.${index}.isPricedToday` });
  return (
    <Checkbox
      label="Count from today's price"
      aria-label={`Count from today's price of ${name}`}
      checked={field.value}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
    />
  );
}

/** Adds a product by its ID. */
function AddLine({ onAdd }: { onAdd: (line: LineValues) => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  const add = async () => {
    const id = Number(asciiDigits(typed.trim()));
    if (!Number.isSafeInteger(id) || id < 1)
      return setProblem("Enter the ID of a product, as the catalog shows it.");
    setIsReading(true);
    try {
      const product = await client.fetchQuery(productQuery(environment, id));
      const isOpen = product.denomination === "open";
      onAdd({
        from: null,
        productId: id,
        productName: product.name,
        countryCode: product.countryCode,
        quantity: "1",
        amount: isOpen ? "" : null,
        priceThen: product.price,
        ceiling: "as-now",
        isPricedToday: false,
      });
      setTyped("");
      setProblem(null);
    } catch (error) {
      setProblem(asProblem(error).detail);
    } finally {
      setIsReading(false);
    }
  };
  return (
    <div className="flex flex-wrap items-start gap-3 pt-3">
      <Field label="Add a product by its ID" error={problem ?? undefined}>
        {(a11y) => (
          <NumberInput
            {...a11y}
            kind="numeric"
            value={typed}
            maxLength={16}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Button className="mt-6" loading={isReading} onClick={() => void add()}>
        Add line
      </Button>
    </div>
  );
}
