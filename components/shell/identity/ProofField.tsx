"use client";

import { useEffect, useRef, useState } from "react";
import type { ProofInput } from "#lib/contracts/team/secondFactor.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";

/** What a member types as the second factor: a code of the app, or a recovery code. */
export type TypedProof = { by: "app" | "recovery"; text: string };
export const NO_PROOF: TypedProof = { by: "app", text: "" };
/** For a member who has no app. */
export const NO_RECOVERY: TypedProof = { by: "recovery", text: "" };

/** Converts the typed text to its form in requests. */
export function toProof({ by, text }: TypedProof): ProofInput {
  return by === "app" ? { code: text } : { recoveryCode: text };
}

export type ProofFieldProps = {
  /** Whether the member has an app; otherwise only recovery codes are accepted. */
  hasApp: boolean;
  proof: TypedProof;
  onChange: (proof: TypedProof) => void;
  /** Whether it takes the focus at once. */
  focusFirst: boolean;
};

/** One field for a code of the authenticator app or, instead, a recovery code. */
export function ProofField({ hasApp, proof, onChange, focusFirst }: ProofFieldProps) {
  const [isSwitched, setSwitched] = useState(false);
  const isApp = proof.by === "app";
  return (
    <div className="flex flex-col items-start gap-1">
      <ProofInputField
        key={proof.by}
        isApp={isApp}
        text={proof.text}
        onChange={(text) => onChange({ ...proof, text })}
        takesFocus={focusFirst || isSwitched}
      />
      {hasApp ? (
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            setSwitched(true);
            onChange(isApp ? NO_RECOVERY : NO_PROOF);
          }}
        >
          {isApp ? "Use a recovery code" : "Use the authenticator app"}
        </Button>
      ) : null}
    </div>
  );
}

function ProofInputField({
  isApp,
  text,
  onChange,
  takesFocus,
}: {
  isApp: boolean;
  text: string;
  onChange: (text: string) => void;
  takesFocus: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  return (
    <Field
      label={isApp ? "Code from your authenticator app" : "Recovery code"}
      hint={isApp ? "6 digits. Each code works once." : "Each of your recovery codes works once."}
      className="w-full"
    >
      {(control) => (
        <TextInput
          {...control}
          ref={input}
          code
          name={isApp ? "code" : "recoveryCode"}
          autoComplete={isApp ? "one-time-code" : "off"}
          inputMode={isApp ? "numeric" : "text"}
          maxLength={isApp ? 20 : 60}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
