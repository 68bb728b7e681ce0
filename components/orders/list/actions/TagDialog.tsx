"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { parseTags, TAGS_LIMIT, tagsProblem } from "#lib/contracts/orders/orderTags.ts";
import { tagOrders } from "#lib/queries/orders/orderList.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { counted } from "#lib/text/counts.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";

/** The most orders that one call tags. */
const AT_ONCE = 200;

/** Adds tags to several orders. */
export function TagDialog({ references, onClose }: { references: readonly string[]; onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [text, setText] = useState("");
  const tags = parseTags(text);
  const problem = tagsProblem(text);
  const add = useMutation({
    mutationFn: async () => {
      const full: string[] = [];
      for (let from = 0; from < references.length; from += AT_ONCE) {
        const part = references.slice(from, from + AT_ONCE);
        full.push(...(await tagOrders(client, environment, { references: part, tags })).full);
      }
      return full;
    },
    onSuccess: (full) => {
      if (full.length === 0) toast("Tags added", { tone: "done" });
      else {
        const detail = `${counted(full.length, "order has", "orders have")} ${TAGS_LIMIT} tags already, which is the limit.`;
        toast("Not all orders were tagged", { tone: "partial", detail });
      }
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Add tags to ${counted(references.length, "order", "orders")}`}
      description="Internal only. Tags that an order has already stay."
      onSubmit={() => problem === null && tags.length > 0 && add.mutate()}
      loading={add.isPending}
      submitError={add.isError ? asProblem(add.error) : null}
      submitLabel="Add tags"
    >
      <Field label="Tags" hint="Separate tags with commas." error={problem}>
        {(control) => (
          <TextInput
            {...control}
            value={text}
            maxLength={1_000}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
