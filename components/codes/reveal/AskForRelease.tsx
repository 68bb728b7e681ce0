"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Problem } from "#lib/contracts/problem.ts";
import { releasesQuery, requestRelease } from "#lib/queries/codes.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";

/** Says that a second member has to release these codes, and asks for it. @param again what to do once they have. */
export function AskForRelease({
  problem,
  body,
  again,
}: {
  problem: Problem;
  body: Parameters<typeof requestRelease>[1];
  again: string;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [state, setState] = useState<"none" | "asking" | "asked">("none");
  const [failure, setFailure] = useState<Problem | null>(null);
  async function ask() {
    setState("asking");
    try {
      client.setQueryData(releasesQuery(environment).queryKey, await requestRelease(environment, body));
      setState("asked");
    } catch (error) {
      setFailure(asProblem(error));
      setState("none");
    }
  }
  if (state === "asked") {
    return (
      <Banner tone="processing" title="Release requested">
        <p>Members who can release exports see the request on the overview and on this page. {again}</p>
      </Banner>
    );
  }
  return (
    <Banner tone="partial" live="alert" title={failure?.detail ?? problem.detail}>
      <Button size="small" loading={state === "asking"} onClick={() => void ask()}>
        Request release
      </Button>
    </Banner>
  );
}
