"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Problem } from "#lib/contracts/problem.ts";
import type { SecuritySettings } from "#lib/contracts/team/secondFactor.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import {
  changeSecuritySettings,
  refreshSecondFactor,
  securitySettingsQuery,
} from "#lib/queries/team/secondFactor.ts";
import { changedItems } from "#lib/setChange.ts";
import { Form } from "#components/form/Form.tsx";
import { useEdits } from "#components/form/useEdits.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { useRoles } from "#components/shell/roles/useRoles.ts";
import { Section } from "#components/shell/page/Section.tsx";
import { useUnsaved } from "#components/shell/page/unsaved/useUnsaved.ts";
import { SETTINGS_LABELS } from "#components/shell/navigation/settingsTabs.ts";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";

/** For administrators: which roles need a second factor, and how members confirm that it's them. */
export function SecurityRules() {
  const query = useQuery(securitySettingsQuery(useEnvironment()));
  return (
    <Section title="Signing in">
      <QueryPart
        query={query}
        failed="The rules couldn't be loaded"
        skeleton={<SkeletonRows rows={4} label="Loading the rules" />}
      >
        {(data) => <Rules settings={data} />}
      </QueryPart>
    </Section>
  );
}

function Rules({ settings }: { settings: SecuritySettings }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const stepUp = useStepUp();
  const saved: Record<string, boolean> = Object.fromEntries(
    settings.secondFactorRoles.map((id) => [id, true]),
  );
  const byRole = useEdits(saved);
  const roles = Object.keys(byRole.values).filter((id) => byRole.values[id]);
  const others = useEdits({
    confirmWithPassword: settings.confirmWithPassword,
    confirmProduction: settings.confirmProduction,
  });
  const { confirmWithPassword, confirmProduction } = others.values;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { added, removed } = changedItems(settings.secondFactorRoles, roles);
  // Only these are saved: another administrator may have changed the others meanwhile.
  const changes = {
    ...(added.length === 0 ? {} : { addSecondFactorRoles: added }),
    ...(removed.length === 0 ? {} : { removeSecondFactorRoles: removed }),
    ...(confirmWithPassword === settings.confirmWithPassword ? {} : { confirmWithPassword }),
    ...(confirmProduction === settings.confirmProduction ? {} : { confirmProduction }),
  };
  useUnsaved(SETTINGS_LABELS.security, Object.keys(changes).length > 0);

  async function save() {
    setBusy(true);
    setProblem(null);
    try {
      client.setQueryData(
        securitySettingsQuery(environment).queryKey,
        await stepUp.run(() => changeSecuritySettings(environment, changes)),
      );
      byRole.forget();
      others.forget();
      toast("Rules saved.");
      await refreshSecondFactor(client, environment);
    } catch (failure) {
      setProblem(asProblem(failure));
    }
    setBusy(false);
  }

  return (
    <>
      <Form
        onSubmit={save}
        loading={busy}
        submitError={problem}
        submitLabel="Save rules"
        className="flex max-w-xl flex-col gap-4 pt-3"
      >
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 font-medium">Who must have a second factor</legend>
          {useRoles().map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={byRole.values[id] ?? false}
              onChange={(event) => byRole.edit({ [id]: event.target.checked })}
            />
          ))}
          <p className="text-[0.8125rem] text-ink-faint">
            Members with these roles who have none must add one before they can do anything else.
          </p>
        </fieldset>
        <Checkbox
          label="Ask for the password too when members confirm that it's them with their second factor"
          checked={confirmWithPassword}
          onChange={(event) => others.edit({ confirmWithPassword: event.target.checked })}
        />
        <Checkbox
          label="Ask members to confirm that it's them before they switch from the sandbox to production"
          checked={confirmProduction}
          onChange={(event) => others.edit({ confirmProduction: event.target.checked })}
        />
      </Form>
      {stepUp.dialog}
    </>
  );
}
