"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { EndingVerb } from "#lib/contracts/orderState.ts";
import { actOnOrder, rememberOrder } from "#lib/queries/orders.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextArea } from "#components/ui/inputs/TextArea.tsx";

/** The texts of a button that ends an order, and of its confirmation dialog. */
type EndingWords = {
  /** On the button that opens the dialog. */
  button: string;
  title: string;
  description: string;
  submit: string;
  cancel: string;
  /** The field for a reason, which is shown in the timeline. `missing`: the error if it is empty; null: the reason is optional. */
  reason: { hint: string; missing: string | null } | null;
};

export const ENDING_WORDS: Record<EndingVerb, EndingWords> = {
  close: {
    button: "Close order",
    title: "Close this order?",
    description:
      "We stop checking this order automatically. If you learn later that the service did place it, open it again and choose Check now.",
    submit: "Close order",
    cancel: "Keep order open",
    reason: { hint: "What you found out, and from whom.", missing: "Say why the order is closed." },
  },
  withdraw: {
    button: "Withdraw order",
    title: "Withdraw this order?",
    description: "The service hasn't accepted it. It won't be sent, and nothing is bought.",
    submit: "Withdraw order",
    cancel: "Keep order",
    reason: null,
  },
  decline: {
    button: "Decline",
    title: "Decline this order?",
    description: "It won't be sent, and nothing is bought. Whoever confirmed it can edit it and order again.",
    submit: "Decline order",
    cancel: "Keep order",
    reason: { hint: "Optional. Shown in the timeline of the order.", missing: null },
  },
};

export function EndOrderDialog({
  reference,
  verb,
  open,
  onClose,
}: {
  reference: string;
  verb: EndingVerb;
  open: boolean;
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState(false);
  const words = ENDING_WORDS[verb];
  const end = useMutation({
    mutationFn: () => actOnOrder(environment, reference, verb, words.reason ? bodyOf(reason) : undefined),
    onSuccess: async (order) => {
      await rememberOrder(client, environment, reference, order);
      onClose();
    },
  });
  const missing = words.reason !== null && reason.trim() === "" ? words.reason.missing : null;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={words.title}
      description={words.description}
      onSubmit={() => {
        setAsked(true);
        if (missing === null) end.mutate();
      }}
      loading={end.isPending}
      submitError={end.error ? asProblem(end.error) : null}
      submitLabel={words.submit}
      cancelLabel={words.cancel}
    >
      {words.reason ? (
        <Field
          label="Reason"
          hint={words.reason.hint}
          error={asked && missing !== null ? missing : undefined}
          required={words.reason.missing !== null}
        >
          {(control) => (
            <TextArea
              {...control}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      ) : null}
    </FormDialog>
  );
}

function bodyOf(reason: string): { reason?: string } {
  const text = reason.trim();
  return text === "" ? {} : { reason: text };
}
