"use client";

import { useState } from "react";
import type { Problem } from "#lib/contracts/problem.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { singleSignOnAddress } from "#lib/queries/team/session.ts";
import { SubmitError } from "#components/form/Form.tsx";
import { Button } from "#components/ui/actions/Button.tsx";

/** For members whom the identity provider has to authenticate again: says why, and leads there and back to this page. */
export function SignInFirst({ detail }: { detail: string }) {
  const [leaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function leave() {
    setLeaving(true);
    setProblem(null);
    try {
      location.assign(await singleSignOnAddress(`${location.pathname}${location.search}`, true));
    } catch (error) {
      setProblem(asProblem(error));
      setLeaving(false);
    }
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-ink-soft">{detail}</p>
      <p className="text-ink-soft">You come back to this page, where you can do it again.</p>
      {problem === null ? null : <SubmitError problem={problem} />}
      <Button variant="primary" loading={leaving} onClick={() => void leave()}>
        Confirm with single sign-on
      </Button>
    </div>
  );
}
