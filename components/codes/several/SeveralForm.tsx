"use client";

import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import { codeSettingsQuery } from "#lib/queries/codes.ts";
import { Form } from "#components/form/Form.tsx";
import { ProveIdentity } from "#components/codes/reveal/ProveIdentity.tsx";
import { ReasonField } from "#components/codes/reveal/ReasonField.tsx";
import type { Several } from "./useSeveral.ts";

/** Asks for the reason, and for the member's identity where that is due, before codes of several orders are taken. */
export function SeveralForm<T>({
  environment,
  several,
  submitLabel,
  onStart,
  children,
}: {
  environment: Environment;
  several: Several<T>;
  submitLabel: string;
  onStart: (reason: string) => void;
  children?: ReactNode;
}) {
  const { data: settings } = useQuery(codeSettingsQuery(environment));
  const isRequired = settings?.reasonRequired ?? false;
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  if (several.asked !== null) {
    return (
      <ProveIdentity
        problem={several.asked}
        reason={reason}
        reference=""
        onConfirm={several.confirm}
        busy={several.busy}
        submitLabel="Confirm and go on"
      />
    );
  }
  return (
    <Form
      onSubmit={() => {
        const missing = isRequired && reason.trim() === "";
        setMissing(missing);
        if (!missing) onStart(reason);
      }}
      loading={several.busy}
      submitError={null}
      submitLabel={submitLabel}
    >
      {children}
      <ReasonField required={isRequired} isMissing={isMissing} value={reason} onChange={setReason} />
    </Form>
  );
}
