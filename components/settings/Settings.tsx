"use client";

import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { usePermission } from "#components/shell/ViewerProvider.tsx";
import { Connections } from "./Connections.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import { RequestLog } from "./RequestLog.tsx";
import { Sessions } from "./Sessions.tsx";

/** One's own account; for administrators also the connection to the service. */
export function Settings() {
  const seesService = usePermission("settings.read");
  return (
    <>
      <PageHeader title="Settings" />
      <Section title="Password">
        <PasswordForm />
      </Section>
      <Sessions />
      {seesService ? (
        <>
          <Connections />
          <RequestLog />
        </>
      ) : null}
    </>
  );
}
