"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { Problem } from "#lib/contracts/problem.ts";
import type { AddMemberRequest } from "#lib/contracts/team.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { addMember, refreshTeam } from "#lib/queries/team.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { SelectField, TextField } from "#components/form/fields.tsx";
import { showFieldErrors } from "#components/form/showFieldErrors.ts";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useRoleOptions } from "./useRoleOptions.ts";

const EMPTY: AddMemberRequest = { name: "", email: "", role: "buyer" };
const NAMES = ["name", "email", "role"] as const;

/** Adds a member where people sign in with single sign-on alone; elsewhere they are invited. */
export function AddMemberDialog({
  open,
  onClose,
  onAdded,
}: {
  open: boolean;
  onClose: () => void;
  onAdded: () => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const form = useForm<AddMemberRequest>({ defaultValues: EMPTY });
  const [problem, setProblem] = useState<Problem | null>(null);
  const roleOptions = useRoleOptions();
  const stepUp = useStepUp();
  const add = useMutation({
    mutationFn: (body: AddMemberRequest) => stepUp.run(() => addMember(environment, body)),
    onMutate: () => setProblem(null),
    onSuccess: async () => {
      form.reset(EMPTY);
      onAdded();
      await refreshTeam(client, environment);
    },
    onError: (error) => setProblem(showFieldErrors(form, NAMES, asProblem(error))),
  });
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        title="Add member"
        description="They sign in with single sign-on, with this e-mail address."
        onSubmit={form.handleSubmit((values) => add.mutate(values))}
        loading={add.isPending}
        submitError={problem}
        submitLabel="Add member"
      >
        <TextField control={form.control} name="name" label="Name" required autoComplete="off" />
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
