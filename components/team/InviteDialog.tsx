"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { InviteRequest, SentInvitation } from "#lib/contracts/invitations.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { invite, refreshInvitations } from "#lib/queries/invitations.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { SelectField, TextField } from "#components/form/fields.tsx";
import { showFieldErrors } from "#components/form/showFieldErrors.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { useRoleOptions } from "./useRoleOptions.ts";

const EMPTY: InviteRequest = { email: "", role: "buyer" };
const NAMES = ["email", "role"] as const;

/** Invites somebody to the team by a link. */
export function InviteDialog({
  open,
  onClose,
  onInvited,
}: {
  open: boolean;
  onClose: () => void;
  onInvited: (sent: SentInvitation) => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const form = useForm<InviteRequest>({ defaultValues: EMPTY });
  const [problem, setProblem] = useState<Problem | null>(null);
  const roleOptions = useRoleOptions();
  const stepUp = useStepUp();
  const send = useMutation({
    mutationFn: (body: InviteRequest) => stepUp.run(() => invite(environment, body)),
    onMutate: () => setProblem(null),
    onSuccess: async (sent) => {
      form.reset(EMPTY);
      onInvited(sent);
      await refreshInvitations(client, environment);
    },
    onError: (error) => setProblem(showFieldErrors(form, NAMES, asProblem(error))),
  });
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        title="Invite member"
        description="They get a link by mail, or you pass it on. Whoever opens it chooses their own name and password."
        onSubmit={form.handleSubmit((values) => send.mutate(values))}
        loading={send.isPending}
        submitError={problem}
        submitLabel="Invite member"
      >
        <TextField
          control={form.control}
          name="email"
          label="E-mail"
          type="email"
          required
          autoComplete="off"
        />
        <SelectField control={form.control} name="role" label="Role" required options={roleOptions} />
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
