"use client";

import { useState, type ReactNode } from "react";
import type { Problem } from "#lib/contracts/problem.ts";
import { confirmIdentity } from "#lib/queries/identity.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { ConfirmIdentity } from "./ConfirmIdentity.tsx";
import { SignInFirst } from "./SignInFirst.tsx";

export type StepUp = {
  /** Does it; where the server asks who it is, after the member has confirmed that. Throws what the action throws. */
  run: <T>(action: () => Promise<T>) => Promise<T>;
  /** To be put beside what acts. */
  dialog: ReactNode;
};

type Asked = { problem: Problem; confirmed: () => void; cancelled: () => void };

/** Confirms that it's you in a dialog, in the middle of an action, which then goes on. */
export function useStepUp(): StepUp {
  const [asked, setAsked] = useState<Asked | null>(null);

  async function run<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      const problem = asProblem(error);
      if (problem.reauthenticate === undefined) throw error;
      const isConfirmed = await new Promise<boolean>((resolve) =>
        setAsked({ problem, confirmed: () => resolve(true), cancelled: () => resolve(false) }),
      );
      setAsked(null);
      if (!isConfirmed) throw error;
      return action();
    }
  }

  return { run, dialog: asked === null ? null : <StepUpDialog asked={asked} /> };
}

function StepUpDialog({ asked }: { asked: Asked }) {
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
