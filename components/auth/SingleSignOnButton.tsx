"use client";

import { useState } from "react";
import { asProblem } from "#lib/queries/problemError.ts";
import { singleSignOnAddress } from "#lib/queries/session.ts";
import { Button } from "#components/ui/actions/Button.tsx";

export type SingleSignOnButtonProps = {
  next: string;
  disabled: boolean;
  onTrouble: (message: string) => void;
};

/** Goes to the partner's own identity provider. By script: the CSP lets no form lead off the desk. */
export function SingleSignOnButton({ next, disabled, onTrouble }: SingleSignOnButtonProps) {
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    try {
      location.assign(await singleSignOnAddress(next));
    } catch (error) {
      onTrouble(asProblem(error).detail);
      setLeaving(false);
    }
  }

  return (
    <Button className="w-full" loading={leaving} disabled={disabled} onClick={() => void leave()}>
      Sign in with single sign-on
    </Button>
  );
}
