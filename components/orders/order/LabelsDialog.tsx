"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { parseTags, tagsProblem } from "#lib/contracts/orders/orderTags.ts";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import { changedItems } from "#lib/setChange.ts";
import { labelOrder, rememberOrder } from "#lib/queries/orders/orders.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { beyondFields } from "#components/form/beyondFields.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextArea } from "#components/ui/inputs/TextArea.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";

export type LabelsDialogProps = { reference: string; order: OrderView; onClose: () => void };

/** Changes what the team keeps with an order; the service never receives it. */
export function LabelsDialog({ reference, order, onClose }: LabelsDialogProps) {
  const environment = useEnvironment();
  const client = useQueryClient();
  // As they were when the dialog was opened: `order` changes with what others save meanwhile.
  const [opened] = useState(() => ({
    purchaseOrder: order.purchaseOrder ?? "",
    tags: order.tags.join(", "),
    note: order.note ?? "",
  }));
  const [purchaseOrder, setPurchaseOrder] = useState(opened.purchaseOrder);
  const [tags, setTags] = useState(opened.tags);
  const [note, setNote] = useState(opened.note);
  const problem = tagsProblem(tags);
  const { added, removed } = changedItems(parseTags(opened.tags), parseTags(tags));
  const save = useMutation({
    mutationFn: () =>
      // Only what was changed here, so that nothing that somebody else has saved meanwhile is overwritten.
      labelOrder(environment, reference, {
        ...(purchaseOrder === opened.purchaseOrder ? {} : { purchaseOrder }),
        ...(note === opened.note ? {} : { note }),
        ...(added.length === 0 ? {} : { addTags: added }),
        ...(removed.length === 0 ? {} : { removeTags: removed }),
      }),
    onSuccess: async (changed) => {
      await rememberOrder(client, environment, reference, changed);
      toast("Order updated", { tone: "done" });
      onClose();
    },
  });
  const refusal = save.isError ? asProblem(save.error) : null;
  return (
    <FormDialog
      onClose={onClose}
      title="Edit purchase order, tags and note"
      description="Internal only: nothing of this is sent to the service."
      onSubmit={() => problem === null && save.mutate()}
      loading={save.isPending}
      submitError={beyondFields(refusal, ["tags"])}
      submitLabel="Save changes"
    >
      <Field label="Purchase order">
        {(control) => (
          <TextInput
            {...control}
            maxLength={200}
            value={purchaseOrder}
            onChange={(event) => setPurchaseOrder(event.target.value)}
          />
        )}
      </Field>
      <Field label="Tags" hint="Separate tags with commas." error={problem ?? refusal?.fields?.["tags"]}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={1_000}
            value={tags}
            onChange={(event) => setTags(event.target.value)}
          />
        )}
      </Field>
      <Field label="Note">
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={2_000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
