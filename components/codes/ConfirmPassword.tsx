"use client";

import { useEffect, useRef, useState } from "react";
import type { Problem } from "#lib/contracts/problem.ts";
import { Form } from "#components/form/Form.tsx";
import { useViewer } from "#components/shell/viewer/ViewerProvider.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";

/** Asks for the password before codes are revealed or exported. */
export function ConfirmPassword({
  onConfirm,
  busy,
  problem,
  submitLabel,
}: {
  onConfirm: (password: string) => Promise<void>;
  busy: boolean;
  problem: Problem | null;
  submitLabel: string;
}) {
  const viewer = useViewer();
  const [password, setPassword] = useState("");
  const input = useRef<HTMLInputElement>(null);
  // The button that was pressed is gone: the field takes its place.
  useEffect(() => input.current?.focus(), []);
  return (
    <Form
      onSubmit={() => onConfirm(password)}
      loading={busy}
      submitError={problem}
      submitLabel={submitLabel}
      className="flex flex-col gap-2"
    >
      {/* Tells a password manager whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={viewer.email} readOnly />
      <Field label="Your password" hint="Codes are worth money: confirm that it's you.">
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            type="password"
            autoComplete="current-password"
            maxLength={1_000}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
    </Form>
  );
}
