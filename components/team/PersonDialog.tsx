"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { Problem } from "#lib/contracts/problem.ts";
import type { AddMemberRequest } from "#lib/contracts/team/team.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { SelectField, TextField } from "#components/form/fields.tsx";
import { showFieldErrors } from "#components/form/showFieldErrors.ts";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { useRoleOptions } from "./useRoleOptions.ts";

type Person = AddMemberRequest;
const EMPTY: Person = { name: "", email: "", role: "buyer" };

export type PersonDialogProps<Answer> = {
  open: boolean;
  onClose: () => void;
  title: string;
  description: string;
  submitLabel: string;
  /** The fields that are shown; the others stay empty. */
  fields: readonly (keyof Person)[];
  send: (person: Person) => Promise<Answer>;
  onSent: (answer: Answer) => void;
  /** Reloads what the answer has changed. */
  refresh: () => Promise<unknown>;
};

/**
 * Asks who joins the team and with which role, and for a confirmation that it's you if required. Starts with empty fields again
 * once it was sent.
 */
export function PersonDialog<Answer>({
  fields,
  send,
  onSent,
  refresh,
  ...dialog
}: PersonDialogProps<Answer>) {
  const form = useForm<Person>({ defaultValues: EMPTY });
  const [problem, setProblem] = useState<Problem | null>(null);
  const roleOptions = useRoleOptions();
  const stepUp = useStepUp();
  const sending = useMutation({
    mutationFn: (person: Person) => stepUp.run(() => send(person)),
    onMutate: () => setProblem(null),
    onSuccess: async (answer) => {
      form.reset(EMPTY);
      onSent(answer);
      await refresh();
    },
    onError: (error) => setProblem(showFieldErrors(form, fields, asProblem(error))),
  });
  const { control } = form;
  return (
    <>
      <FormDialog
        {...dialog}
        onSubmit={form.handleSubmit((person) => sending.mutate(person))}
        loading={sending.isPending}
        submitError={problem}
      >
        {fields.includes("name") ? (
          <TextField control={control} name="name" label="Name" required autoComplete="off" />
        ) : null}
        <TextField control={control} name="email" label="E-mail" type="email" required autoComplete="off" />
        <SelectField control={control} name="role" label="Role" required options={roleOptions} />
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}
