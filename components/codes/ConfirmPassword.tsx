"use client";

import { useEffect, useRef, useState } from "react";
import { Form } from "#components/form/Form.tsx";
import { useViewer } from "#components/shell/viewer/ViewerProvider.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import type { Reveal } from "./useReveal.ts";

/** Asks for the password before codes are revealed, then reveals them. */
export function ConfirmPassword({ reveal }: { reveal: Reveal }) {
  const viewer = useViewer();
  const [password, setPassword] = useState("");
  const input = useRef<HTMLInputElement>(null);
  // The button that was pressed is gone: the field takes its place.
  useEffect(() => input.current?.focus(), []);
  return (
    <Form
      onSubmit={() => reveal.confirm(password)}
      loading={reveal.busy}
      submitError={reveal.problem}
      submitLabel="Confirm and reveal"
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

/** For members without a password, whom the identity provider has to ask again. */
export function SignInAgain() {
  return (
    <p className="text-ink-soft">
      Codes are worth money: sign out, then sign in again to confirm that it&apos;s you. You can reveal them
      after that.
    </p>
  );
}
