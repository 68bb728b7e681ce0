"use client";

import { useEffect, useRef, useState } from "react";
import type { IdentityFactors } from "#lib/contracts/identityFactors.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import type { ConfirmIdentityInput } from "#lib/contracts/team/secondFactor.ts";
import { answerForSession } from "#lib/queries/team/passkeys.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { Form } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useViewer } from "#components/shell/viewer/ViewerProvider.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { PasskeyButton } from "./PasskeyButton.tsx";
import { NO_PROOF, NO_RECOVERY, ProofField, toProof } from "./ProofField.tsx";

export type ConfirmIdentityProps = {
  /** What this member can confirm with, from a problem of the kind `reauthentication-required`. */
  factors: IdentityFactors | undefined;
  onConfirm: (input: ConfirmIdentityInput) => Promise<void>;
  busy: boolean;
  problem: Problem | null;
  submitLabel: string;
  /** Why it is required, shown below the first field. */
  why?: string;
};

const BY_PASSWORD: IdentityFactors = { totp: false, passkey: false, password: true };

/** Asks members to confirm that it's them: with the second factor, or with the password if they have none. */
export function ConfirmIdentity({
  factors = BY_PASSWORD,
  onConfirm,
  busy,
  problem,
  submitLabel,
  why = "Codes are worth money: confirm that it's you.",
}: ConfirmIdentityProps) {
  const viewer = useViewer();
  const environment = useEnvironment();
  const [password, setPassword] = useState("");
  const [proof, setProof] = useState(factors.totp ? NO_PROOF : NO_RECOVERY);
  const first = useRef<HTMLInputElement>(null);
  // The button that was pressed is gone, so the field gets the focus.
  useEffect(() => first.current?.focus(), []);
  const given = factors.password ? { password } : {};
  const takesFactor = factors.totp || factors.passkey;
  const input = takesFactor ? { ...given, proof: toProof(proof) } : given;
  const [trouble, setTrouble] = useState<Problem | null>(null);
  async function showPasskey() {
    setTrouble(null);
    try {
      await onConfirm({ ...given, proof: { passkey: await answerForSession(environment) } });
    } catch (error) {
      setTrouble(asProblem(error));
    }
  }
  return (
    <Form
      onSubmit={() => {
        setTrouble(null);
        return onConfirm(input);
      }}
      loading={busy}
      submitError={trouble ?? problem}
      submitLabel={submitLabel}
      className="flex flex-col gap-3"
    >
      {/* Tells a password manager whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={viewer.email} readOnly />
      {factors.password ? (
        <Field label="Your password" hint={why}>
          {(control) => (
            <TextInput
              {...control}
              ref={first}
              type="password"
              autoComplete="current-password"
              maxLength={1_000}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
      ) : (
        <p className="text-[0.8125rem] text-ink-faint">{why}</p>
      )}
      {factors.passkey ? (
        <PasskeyButton onUse={showPasskey} disabled={busy}>
          Use a passkey
        </PasskeyButton>
      ) : null}
      {takesFactor ? (
        <ProofField
          hasApp={factors.totp}
          proof={proof}
          onChange={setProof}
          focusFirst={!factors.password && !factors.passkey}
        />
      ) : null}
    </Form>
  );
}
