"use client";

import { useId, useState, type FormEvent } from "react";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { counted } from "#lib/text/counts.ts";
import { parseQuantity } from "#lib/orders/drafts/draftQuantity.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { FieldError } from "#components/ui/inputs/Field.tsx";
import { NumberInput } from "#components/ui/inputs/NumberInput.tsx";

/** Over the foot of the list, so that nothing moves when a row is selected. */
export function SelectionBar({
  selected,
  busy,
  onAdd,
  onClear,
}: {
  selected: readonly Product[];
  busy: boolean;
  /** Quantity for each selected product. */
  onAdd: (quantity: number) => void;
  onClear: () => void;
}) {
  const id = useId();
  const [text, setText] = useState("1");
  const quantity = parseQuantity(text);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (quantity.ok && !busy) onAdd(quantity.quantity);
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      role="region"
      data-foot=""
      aria-label="Selected products"
      className="sticky bottom-16 z-20 mx-auto -mt-14 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-lg border border-line bg-raised p-2 shadow-raised lg:bottom-4"
    >
      <span className="px-1 text-ink-soft tabular-nums" role="status">
        {counted(selected.length, "product", "products")} selected
      </span>
      <label htmlFor={id} className="flex items-center gap-1.5 text-ink-soft">
        Quantity of each
        <NumberInput
          id={id}
          kind="numeric"
          className="max-w-16"
          maxLength={30}
          value={text}
          title={quantity.ok ? undefined : quantity.message}
          aria-invalid={!quantity.ok || undefined}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <Button type="submit" variant="primary" loading={busy}>
        {`Add ${counted(selected.length, "product", "products")}`}
      </Button>
      <Button variant="quiet" onClick={onClear}>
        Clear selection
      </Button>
      {quantity.ok ? null : <FieldError>{quantity.message}</FieldError>}
    </form>
  );
}
