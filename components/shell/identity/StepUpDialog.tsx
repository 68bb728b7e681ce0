"use client";

import { useState } from "react";
import type { Problem } from "#lib/contracts/problem.ts";
import { confirmIdentity } from "#lib/queries/team/identity.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { ConfirmIdentity } from "./ConfirmIdentity.tsx";
import { SignInFirst } from "./SignInFirst.tsx";

/** The request to confirm, and what to do with the result. */
export type AskedIdentity = { problem: Problem; confirmed: () => void; cancelled: () => void };

/** Asks the member to confirm that it's them. */
export function StepUpDialog({ asked }: { asked: AskedIdentity }) {
  const environment = useEnvironment();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  return (
    <Modal open onClose={asked.cancelled} locked={busy} title="Confirm that it's you">
      {asked.problem.reauthenticate === "sign-in" ? (
        <SignInFirst detail={asked.problem.detail} />
      ) : (
        <ConfirmIdentity
          factors={asked.problem.factors}
          why="So that nobody else can do this from your computer."
          busy={busy}
          problem={problem}
          submitLabel="Confirm"
          onConfirm={async (input) => {
            setBusy(true);
            setProblem(null);
            try {
              await confirmIdentity(environment, input);
              asked.confirmed();
            } catch (error) {
              setProblem(asProblem(error));
            } finally {
              setBusy(false);
            }
          }}
        />
      )}
    </Modal>
  );
}
