"use client";

import { tagsProblem } from "#lib/contracts/orders/orderTags.ts";
import type { OrderDraft } from "#lib/contracts/orders/placeOrder.ts";
import { codeWarning } from "#lib/orders/drafts/draftRules.ts";
import { referenceProblem } from "#lib/contracts/orders/referenceProblem.ts";
import { sharedCode } from "#lib/orders/references/sharedCode.ts";
import { Section } from "#components/shell/page/Section.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextArea } from "#components/ui/inputs/TextArea.tsx";
import type { Details } from "./useDetails.ts";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";

type Texts = Pick<OrderDraft, "externalOrderCode" | "purchaseOrder" | "note" | "tags">;

/** Order reference, purchase order, tags and note; all of them are optional. */
export function OrderDetailsFields({
  draft,
  several,
  fields,
  onChange,
}: {
  draft: Texts;
  /** The draft makes several orders, and a reference names only one. */
  several: boolean;
  fields: Pick<Details, "reference" | "tags">;
  onChange: (change: Partial<Texts>) => void;
}) {
  const warning = codeWarning(draft.externalOrderCode);
  const code = draft.externalOrderCode.trim();
  const codeHint =
    several && code !== ""
      ? `Each order gets its currency at the end, like ${sharedCode(code, "EUR")}.`
      : "Leave blank to generate one.";
  const tags = draft.tags ?? "";
  return (
    <div className="mt-8">
      <Section title="Order details">
        <div className="grid gap-4 pt-3 sm:grid-cols-2">
          <Field
            label="Order reference"
            hint={warning === null ? codeHint : <span className="text-partial">{warning}</span>}
            error={referenceProblem(draft.externalOrderCode)}
          >
            {(control) => (
              <TextInput
                {...control}
                code
                ref={fields.reference}
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
          <Field
            label="Tags"
            hint="Internal only. Separate tags with commas."
            error={tagsProblem(tags)}
            className="sm:col-span-2"
          >
            {(control) => (
              <TextInput
                {...control}
                ref={fields.tags}
                maxLength={1_000}
                value={tags}
                onChange={(event) => onChange({ tags: event.target.value })}
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
      </Section>
    </div>
  );
}
