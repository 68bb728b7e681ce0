"use client";

import { useState } from "react";
import type { Problem } from "#lib/contracts/problem.ts";
import { paths } from "#lib/paths.ts";
import type { ProofInput } from "#lib/contracts/team/secondFactor.ts";
import { answerForSecondStep } from "#lib/queries/team/passkeys.ts";
import { completeSignIn } from "#lib/queries/team/session.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { PasskeyButton } from "#components/shell/identity/PasskeyButton.tsx";
import { NO_PROOF, NO_RECOVERY, ProofField, toProof } from "#components/shell/identity/ProofField.tsx";
import { Form } from "#components/form/Form.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

/** The second step of signing in. The typed text stays, whatever the outcome. */
export function SecondFactorForm({
  next,
  hasApp,
  hasPasskey,
}: {
  next: string;
  hasApp: boolean;
  hasPasskey: boolean;
}) {
  const [proof, setProof] = useState(hasApp ? NO_PROOF : NO_RECOVERY);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function send(shown: () => Promise<ProofInput>) {
    setBusy(true);
    setProblem(null);
    try {
      await completeSignIn(await shown());
      // A new page load, so that everything starts with the new session.
      location.assign(next);
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  }

  return (
    <>
      {hasPasskey ? (
        <PasskeyButton isMain onUse={() => send(async () => ({ passkey: await answerForSecondStep() }))}>
          Use a passkey
        </PasskeyButton>
      ) : null}
      <Form
        onSubmit={() => send(() => Promise.resolve(toProof(proof)))}
        loading={busy}
        submitError={problem}
        submitLabel="Sign in"
      >
        <ProofField hasApp={hasApp} proof={proof} onChange={setProof} focusFirst={!hasPasskey} />
      </Form>
      <p className="text-[0.8125rem] text-ink-faint">
        Lost your second factor and your recovery codes? Ask an administrator to reset it.{" "}
        <TextLink href={paths.signIn(next)}>Sign in as somebody else</TextLink>
      </p>
    </>
  );
}
