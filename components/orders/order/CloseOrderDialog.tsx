"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { closeOrder, rememberOrder } from "#lib/queries/orders.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { Form } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextArea } from "#components/ui/inputs/TextArea.tsx";

/** Closing ends the looking: it needs a reason, which stays in the timeline. */
export function CloseOrderDialog({
  reference,
  open,
  onClose,
}: {
  reference: string;
  open: boolean;
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState(false);
  const close = useMutation({
    mutationFn: () => closeOrder(environment, reference, reason.trim()),
    onSuccess: async (order) => {
      await rememberOrder(client, environment, reference, order);
      onClose();
    },
  });
  const missing = asked && reason.trim() === "" ? "Say why the order is closed." : undefined;
  return (
    <Modal
      open={open}
      onClose={onClose}
      locked={close.isPending}
      title="Close this order?"
      description="It is not looked at any more. Should the service have placed it after all, it stays findable."
    >
      <Form
        onSubmit={() => {
          setAsked(true);
          if (reason.trim() !== "") close.mutate();
        }}
        loading={close.isPending}
        submitError={close.error ? asProblem(close.error) : null}
        submitLabel="Close the order"
        actions={
          <Button onClick={onClose} disabled={close.isPending}>
            Keep it open
          </Button>
        }
      >
        <Field label="Reason" hint="What was found out, and from whom." error={missing} required>
          {(control) => (
            <TextArea
              {...control}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </Form>
    </Modal>
  );
}
