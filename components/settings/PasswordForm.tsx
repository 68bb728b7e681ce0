"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { PasswordChanged } from "#lib/contracts/settings.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { changePassword, refreshSessions } from "#lib/queries/settings.ts";
import { refreshTokens } from "#lib/queries/team/accessTokens.ts";
import { counted } from "#lib/text/counts.ts";
import { Form } from "#components/form/Form.tsx";
import { TextField } from "#components/form/fields.tsx";
import { showFieldErrors } from "#components/form/showFieldErrors.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useViewer } from "#components/shell/viewer/ViewerProvider.tsx";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { toast } from "#components/ui/feedback/toast.ts";

type Values = { currentPassword: string; newPassword: string; endTokens: boolean };
const EMPTY: Values = { currentPassword: "", newPassword: "", endTokens: false };
const NAMES = ["currentPassword", "newPassword"] as const;

export type PasswordFormProps = {
  /** The label of the password that is being replaced. */
  currentLabel?: string;
  /** Called instead of the usual message. */
  onChanged?: () => void;
};

/** Changes the member's own password. */
export function PasswordForm({ currentLabel = "Current password", onChanged }: PasswordFormProps) {
  const environment = useEnvironment();
  const viewer = useViewer();
  const client = useQueryClient();
  const form = useForm<Values>({ defaultValues: EMPTY });
  const [problem, setProblem] = useState<Problem | null>(null);
  const change = useMutation({
    mutationFn: (values: Values) => changePassword(environment, values),
    onMutate: () => setProblem(null),
    onSuccess: async (ended) => {
      if (onChanged) return onChanged();
      form.reset(EMPTY);
      toast("Password changed", { tone: "done", detail: endedInWords(ended) });
      await Promise.all([refreshSessions(client, environment), refreshTokens(client, environment)]);
    },
    onError: (error) => setProblem(showFieldErrors(form, NAMES, asProblem(error))),
  });
  return (
    <Form
      onSubmit={form.handleSubmit((values) => change.mutate(values))}
      loading={change.isPending}
      submitError={problem}
      submitLabel="Change password"
      className="flex max-w-sm flex-col gap-4 pt-3"
    >
      {/* Tells a password manager whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={viewer.email} readOnly />
      <TextField
        control={form.control}
        name="currentPassword"
        label={currentLabel}
        type="password"
        autoComplete="current-password"
        required
      />
      <TextField
        control={form.control}
        name="newPassword"
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="At least 12 characters. Try a passphrase."
        required
      />
      {/* After a reset by an administrator there are none. */}
      {onChanged ? null : (
        <Checkbox
          label="End my access tokens too: programs that use them stop working"
          {...form.register("endTokens")}
        />
      )}
    </Form>
  );
}

function endedInWords({ sessionsEnded, tokensEnded }: PasswordChanged): string | undefined {
  const sentences = [
    ...(sessionsEnded === 0 ? [] : ["Your other sessions were signed out."]),
    ...(tokensEnded === 0 ? [] : [`${counted(tokensEnded, "access token", "access tokens")} revoked.`]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(" ");
}
