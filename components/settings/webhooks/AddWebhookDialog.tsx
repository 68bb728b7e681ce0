"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { NoticeKind } from "#lib/contracts/notices/noticeKinds.ts";
import type { WebhookWithSecret } from "#lib/contracts/notices/webhooks.ts";
import { webhookLabel } from "#lib/notices/kinds.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { addWebhook } from "#lib/queries/webhooks.ts";
import { beyondFields } from "#components/form/beyondFields.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { Field, FieldError } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { useCheckboxes } from "#components/ui/inputs/useCheckboxes.ts";

export type AddWebhookDialogProps = {
  /** The kinds that may be chosen. */
  kinds: readonly NoticeKind[];
  onClose: () => void;
  onAdded: (added: WebhookWithSecret) => void;
};

export function AddWebhookDialog({ kinds, onClose, onAdded }: AddWebhookDialogProps) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const stepUp = useStepUp();
  const [url, setUrl] = useState("");
  const { chosen, boxOf } = useCheckboxes(kinds);
  const add = useMutation({
    mutationFn: () =>
      stepUp.run(() =>
        addWebhook(client, environment, { url, kinds: kinds.filter((kind) => chosen.has(kind)) }),
      ),
    onSuccess: onAdded,
  });
  const problem = add.error === null ? null : asProblem(add.error);
  return (
    <>
      <FormDialog
        onClose={onClose}
        title="Add webhook"
        onSubmit={() => add.mutate()}
        loading={add.isPending}
        submitError={beyondFields(problem, ["url", "kinds"])}
        submitLabel="Add webhook"
      >
        <Field
          label="Address"
          required
          hint="Must start with https:// and be publicly reachable."
          error={problem?.fields?.url}
        >
          {(control) => (
            <TextInput
              {...control}
              type="url"
              value={url}
              maxLength={2_000}
              autoComplete="off"
              placeholder="https://example.com/codedesk"
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
        <fieldset className="flex flex-col">
          <legend className="mb-1 text-[0.8125rem] font-medium">Events to send</legend>
          {kinds.map((kind) => (
            <Checkbox key={kind} label={webhookLabel(kind)} {...boxOf(kind)} />
          ))}
          {problem?.fields?.kinds === undefined ? null : <FieldError>{problem.fields.kinds}</FieldError>}
        </fieldset>
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
