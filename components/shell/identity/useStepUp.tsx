"use client";

import { useState, type ReactNode } from "react";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { loadedOnUse } from "#components/ui/overlays/loadedOnUse.tsx";
import type { AskedIdentity } from "./StepUpDialog.tsx";

// The frame of every page may ask for it, and few pages ever do.
const StepUpDialog = loadedOnUse(
  async () => (await import("./StepUpDialog.tsx")).StepUpDialog,
  ({ asked }) => asked.cancelled(),
);

export type StepUp = {
  /** Runs an action; if the server asks for it, again after the member has confirmed that it's them. Throws what the action throws. */
  run: <T>(action: () => Promise<T>) => Promise<T>;
  /** To be rendered beside whatever starts the action. */
  dialog: ReactNode;
};

/** Asks the member in a dialog to confirm that it's them, in the middle of an action, which then continues. */
export function useStepUp(): StepUp {
  const [asked, setAsked] = useState<AskedIdentity | null>(null);

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

  const dialog = asked === null ? null : <StepUpDialog asked={asked} />;
  return { run, dialog };
}
