"use client";

import { useEffect, useRef, useState } from "react";
import type { Problem } from "#lib/contracts/problem.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { singleSignOnAddress } from "#lib/queries/team/session.ts";
import { SubmitError } from "#components/form/Form.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { useViewer } from "#components/shell/viewer/ViewerProvider.tsx";
import { keepReason } from "./keptReason.ts";

export type SignInAgainProps = {
  /** Why, and what to do if the identity provider does not ask. */
  detail: string;
  reference: string;
  reason: string;
};

/** For members whom the identity provider has to authenticate again: leads there and back to this page, where the reason was kept. */
export function SignInAgain({ detail, reference, reason }: SignInAgainProps) {
  const memberId = useViewer().id;
  const [leaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone, so this one gets the focus.
  useEffect(() => button.current?.focus(), []);

  async function leave() {
    setLeaving(true);
    setProblem(null);
    try {
      const address = await singleSignOnAddress(`${location.pathname}${location.search}`, true);
      keepReason(memberId, reference, reason);
      location.assign(address);
    } catch (error) {
      setProblem(asProblem(error));
      setLeaving(false);
    }
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-ink-soft">
        Codes are worth money: confirm that it&apos;s you with single sign-on. You come back to this order,
        where you can reveal them.
      </p>
      <p className="text-ink-soft">{detail}</p>
      {problem === null ? null : <SubmitError problem={problem} />}
      <Button ref={button} variant="primary" loading={leaving} onClick={() => void leave()}>
        Confirm with single sign-on
      </Button>
    </div>
  );
}
