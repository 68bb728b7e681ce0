"use client";

import { useState } from "react";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { Button } from "#components/ui/actions/Button.tsx";

export type SingleSignOnButtonProps = {
  next: string;
  disabled: boolean;
  onTrouble: (message: string) => void;
};

/** Opens the partner's identity provider. By script, because the content security policy does not allow forms to lead to another site. */
export function SingleSignOnButton({ next, disabled, onTrouble }: SingleSignOnButtonProps) {
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    try {
      const { singleSignOnAddress } = await import("#lib/queries/team/session.ts");
      location.assign(await singleSignOnAddress(next));
    } catch (error) {
      onTrouble(asProblem(error).detail);
      setLeaving(false);
    }
  }

  return (
    <Button className="w-full" loading={leaving} disabled={disabled} onClick={() => void leave()}>
      Continue with single sign-on
    </Button>
  );
}
