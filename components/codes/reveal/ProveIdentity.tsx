import type { Problem } from "#lib/contracts/problem.ts";
import { ConfirmIdentity, type ConfirmIdentityProps } from "#components/shell/identity/ConfirmIdentity.tsx";
import { SignInAgain } from "./SignInAgain.tsx";

export type ProveIdentityProps = Pick<ConfirmIdentityProps, "onConfirm" | "busy" | "submitLabel"> & {
  /** The refusal that says how the member can confirm that it's them. */
  problem: Problem;
  reference: string;
  reason: string;
};

/** Asks a member whose last sign-in is too long ago to confirm that it's them: at the identity provider, or here. */
export function ProveIdentity({ problem, reference, reason, ...confirmation }: ProveIdentityProps) {
  if (problem.reauthenticate === "sign-in") {
    return <SignInAgain detail={problem.detail} reference={reference} reason={reason} />;
  }
  // The first time it is a question, not an error.
  const failure = problem.type === "reauthentication-required" ? null : problem;
  return <ConfirmIdentity {...confirmation} factors={problem.factors} problem={failure} />;
}
