"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Problem } from "#lib/contracts/problem.ts";
import type { TotpEnrolment } from "#lib/contracts/team/secondFactor.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { confirmTotp, refreshSecondFactor } from "#lib/queries/team/secondFactor.ts";
import { Form } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { CopyButton } from "#components/ui/actions/CopyButton.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { QrCode } from "./QrCode.tsx";

/** Shows the secret for an authenticator app, and enables the app once a code proves that it has the secret. */
export function AddAuthenticator({
  enrolment,
  onAdded,
  onClose,
}: {
  enrolment: TotpEnrolment | null;
  /** `recoveryCodes`: new ones to be shown, or null for a member who keeps theirs. */
  onAdded: (recoveryCodes: string[] | null) => void;
  onClose: () => void;
}) {
  return (
    <Modal
      open={enrolment !== null}
      onClose={onClose}
      title="Add an authenticator app"
      description="Use any authenticator app. Scan the QR code, then enter the 6-digit code."
    >
      {enrolment === null ? null : <Steps enrolment={enrolment} onAdded={onAdded} onClose={onClose} />}
    </Modal>
  );
}

function Steps({
  enrolment,
  onAdded,
  onClose,
}: {
  enrolment: TotpEnrolment;
  onAdded: (recoveryCodes: string[] | null) => void;
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function confirm() {
    setBusy(true);
    setProblem(null);
    try {
      const { recoveryCodes } = await confirmTotp(environment, code);
      onAdded(recoveryCodes);
      await refreshSecondFactor(client, environment);
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  }

  return (
    <Form
      onSubmit={confirm}
      loading={busy}
      submitError={problem}
      submitLabel="Add authenticator app"
      actions={
        <Button onClick={onClose} disabled={busy}>
          Cancel
        </Button>
      }
    >
      <div className="flex flex-col items-center gap-3">
        <QrCode text={enrolment.address} label="QR code for your authenticator app" />
        <div className="w-full">
          <p className="text-[0.8125rem] text-ink-soft">Can&apos;t scan it? Type in this key instead:</p>
          <p className="flex items-center gap-2">
            <code translate="no" className="font-mono text-[0.8125rem] wrap-anywhere select-all">
              {enrolment.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}
            </code>
            <CopyButton value={enrolment.secret} label="Copy key" />
          </p>
        </div>
      </div>
      <Field label="Code that the app shows" hint="6 digits.">
        {(control) => (
          <TextInput
            {...control}
            code
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
    </Form>
  );
}
