"use client";

import type { OrderDraft } from "#lib/contracts/placeOrder.ts";
import { codeWarning } from "#lib/orders/drafts/draftRules.ts";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextArea } from "#components/ui/inputs/TextArea.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";

type Texts = Pick<OrderDraft, "externalOrderCode" | "purchaseOrder" | "note">;

/** Order reference, purchase order and note; all of them are optional. */
export function OrderDetailsFields({
  draft,
  several,
  onChange,
}: {
  draft: Texts;
  /** The draft makes more than one order, and a reference can name only one of them. */
  several: boolean;
  onChange: (change: Partial<Texts>) => void;
}) {
  const warning = codeWarning(draft.externalOrderCode);
  const codeHint =
    several && draft.externalOrderCode.trim() !== ""
      ? "Used for the order that you place first."
      : "Leave blank to generate one.";
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Order reference"
        hint={warning === null ? codeHint : <span className="text-partial">{warning}</span>}
      >
        {(control) => (
          <TextInput
            {...control}
            code
            maxLength={200}
            value={draft.externalOrderCode}
            onChange={(event) => onChange({ externalOrderCode: event.target.value })}
          />
        )}
      </Field>
      <Field label="Purchase order" hint="Internal only">
        {(control) => (
          <TextInput
            {...control}
            maxLength={200}
            value={draft.purchaseOrder}
            onChange={(event) => onChange({ purchaseOrder: event.target.value })}
          />
        )}
      </Field>
      <Field label="Note" hint="Internal only" className="sm:col-span-2">
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            maxLength={2_000}
            value={draft.note}
            onChange={(event) => onChange({ note: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
