"use client";

import { useEffect, useRef } from "react";
import { paths } from "#lib/paths.ts";
import { usePermission, useTabOwner } from "#components/shell/viewer/ViewerProvider.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { CustomerSearch } from "./CustomerSearch.tsx";
import { CodeSearch } from "./CodeSearch.tsx";
import { LookUpForm } from "./LookUpForm.tsx";
import { LookUpResults } from "./LookUpResults.tsx";
import { useLookUp } from "./useLookUp.ts";

/** Results that begin above this share of the window are seen. */
const IN_SIGHT = 0.8;

/** Finds many orders by their references, the order of a code, and what a customer was handed. */
export function LookUpScreen() {
  const lookUp = useLookUp({ environment: useEnvironment(), owner: useTabOwner() });
  const maySearchCodes = usePermission("codes.find");
  const results = useRef<HTMLDivElement>(null);
  // On a phone they are below the other form, out of sight of who has just asked for them.
  useEffect(() => {
    const top = results.current?.getBoundingClientRect().top ?? 0;
    if (lookUp.isRunning && top > innerHeight * IN_SIGHT) results.current?.scrollIntoView();
  }, [lookUp.isRunning]);
  return (
    <>
      <PageHeader
        title="Look up"
        actions={maySearchCodes ? <LinkButton href={paths.claims()}>Claims</LinkButton> : null}
      />
      <div className="grid gap-x-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <LookUpForm lookUp={lookUp} />
        {maySearchCodes ? (
          <div>
            <CodeSearch />
            <CustomerSearch />
          </div>
        ) : null}
      </div>
      <div ref={results}>
        <LookUpResults lookUp={lookUp} />
      </div>
    </>
  );
}
