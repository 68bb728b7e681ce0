"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { actOnOrder, rememberOrder } from "#lib/queries/orders/orders.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextArea } from "#components/ui/inputs/TextArea.tsx";
import { useTimes } from "#components/time/TimeProvider.tsx";
import { afterRefusal } from "./afterRefusal.ts";
import { CALLED, ENDING_WORDS, type AskedVerb } from "./endingWords.ts";

/** Asks before an order is ended, or the service's answer is taken for it, for the reason where one is asked for. */
export function EndOrderDialog({
  reference,
  verb,
  open,
  onClose,
}: {
  reference: string;
  verb: AskedVerb;
  open: boolean;
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const { zone } = useTimes();
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState(false);
  const words = ENDING_WORDS[verb];
  const { verb: called, ...told } = CALLED[verb];
  const end = useMutation({
    mutationFn: () => {
      const body = words.reason ? { reason: reason.trim(), ...told } : undefined;
      return actOnOrder(environment, reference, called, body);
    },
    onSuccess: async (order) => {
      await rememberOrder(client, environment, reference, order);
      onClose();
    },
    onError: (error) => afterRefusal(client, environment, { reference, action: called, error, zone }),
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
          label={words.reason.label ?? "Reason"}
          hint={words.reason.hint}
          error={asked && missing !== null ? missing : undefined}
          required
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
