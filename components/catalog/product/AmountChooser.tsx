"use client";

import { WithAmounts } from "#components/money/WithAmounts.tsx";
import { Minus, Plus } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useMemo } from "react";
import { amountStops, positionOf } from "#lib/catalog/denominations/amountStops.ts";
import {
  checkTypedAmount,
  describeAmounts,
  stepAmount,
  type TypedAmount,
} from "#lib/catalog/denominations/denomination.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { formatAmount, parseAmount, toMajorText } from "#lib/money/minorUnits.ts";
import { AmountInput } from "#components/money/AmountInput.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { IconButton } from "#components/ui/actions/IconButton.tsx";
import { Slider } from "#components/ui/inputs/Slider.tsx";
import { isComposing } from "#components/ui/inputs/isComposing.ts";

export type AmountChooserProps = {
  product: Product;
  /** The product's. */
  currency: string;
  /** Neutral (lib/money/typedAmount.ts). */
  text: string;
  onText: (text: string) => void;
  /** Somebody has tried to add it: only then is an empty field an error. */
  tried: boolean;
};

/** The amount of an open product: typed as people write it, or chosen by steps and a slider that only offer valid amounts. */
export function AmountChooser({ product, currency, text, onText, tried }: AmountChooserProps) {
  const checked = checkTypedAmount(product, text);
  const parsed = parseAmount(text, currency);
  const choose = (amount: number) => onText(toMajorText(amount, currency));
  const step = (direction: 1 | -1) => stepAmount(product, parsed.ok ? parsed.minor : null, direction);
  const [down, up] = [step(-1), step(1)];
  const error = text.trim() === "" && !tried ? null : checked.problem;
  return (
    <div>
      <Field label="Amount" hint={<WithAmounts>{describeAmounts(product)}</WithAmounts>} error={error}>
        {(control) => (
          <div className="flex gap-2">
            <IconButton
              label="Decrease amount"
              variant="secondary"
              aria-disabled={down === null}
              onClick={() => {
                if (down !== null) choose(down);
              }}
            >
              <Icon shape={Minus} className="size-4" />
            </IconButton>
            <div className="grow">
              <AmountInput
                {...control}
                unit={currency.slice(0, 4)}
                value={text}
                currency={currency}
                onAmount={onText}
                onKeyDown={(event) => {
                  const next = event.key === "ArrowUp" ? up : event.key === "ArrowDown" ? down : null;
                  if (next === null || isComposing(event.nativeEvent)) return;
                  event.preventDefault();
                  choose(next);
                }}
              />
            </div>
            <IconButton
              label="Increase amount"
              variant="secondary"
              aria-disabled={up === null}
              onClick={() => {
                if (up !== null) choose(up);
              }}
            >
              <Icon shape={Plus} className="size-4" />
            </IconButton>
          </div>
        )}
      </Field>
      <AmountSlider
        product={product}
        checked={checked}
        typed={parsed.ok ? parsed.minor : null}
        onChoose={choose}
      />
      {checked.nearest.length === 0 ? null : (
        <div className="mt-2 flex flex-wrap gap-2">
          {checked.nearest.map((amount) => (
            <Button key={amount} size="small" onClick={() => choose(amount)}>
              <span translate="no">{formatAmount(amount, currency)}</span>
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

type AmountSliderProps = {
  product: Product;
  checked: TypedAmount;
  /** In minor units, valid or not: the slider is placed near it. */
  typed: number | null;
  onChoose: (amount: number) => void;
};

function AmountSlider({ product, checked, typed, onChoose }: AmountSliderProps) {
  const stops = useMemo(() => amountStops(product), [product]);
  const [least, most] = [stops?.[0], stops?.at(-1)];
  if (!stops || least === undefined || most === undefined) return null;
  const show = (amount: number) => formatAmount(amount, product.currencyCode);
  return (
    <div className="mt-1">
      <Slider
        label={`Amount from ${show(least)} to ${show(most)}`}
        position={positionOf(stops, typed ?? least)}
        last={stops.length - 1}
        valueText={checked.minor === null ? "Not a valid amount" : show(checked.minor)}
        onPosition={(position) => {
          const amount = stops[position];
          if (amount !== undefined) onChoose(amount);
        }}
      />
      <p aria-hidden className="-mt-2 flex justify-between text-xs text-ink-faint tabular-nums">
        <span>{show(least)}</span>
        <span>{show(most)}</span>
      </p>
    </div>
  );
}
