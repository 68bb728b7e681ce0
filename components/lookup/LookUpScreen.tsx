"use client";

import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { CodeSearch } from "./CodeSearch.tsx";
import { LookUpForm } from "./LookUpForm.tsx";
import { LookUpResults } from "./LookUpResults.tsx";
import { useLookUp } from "./useLookUp.ts";

/** Finds many orders by their references, and the order of a code. */
export function LookUpScreen() {
  const lookUp = useLookUp(useEnvironment());
  const maySearchCodes = usePermission("codes.find");
  return (
    <>
      <PageHeader title="Look up" />
      <div className="grid gap-x-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <LookUpForm lookUp={lookUp} />
        {maySearchCodes ? <CodeSearch /> : null}
      </div>
      <LookUpResults lookUp={lookUp} />
    </>
  );
}
