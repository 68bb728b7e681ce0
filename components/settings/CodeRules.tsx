"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CodeSettings } from "#lib/contracts/codes/codes.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { changeCodeSettings, codeSettingsQuery } from "#lib/queries/codes.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { Form } from "#components/form/Form.tsx";
import { useEdits } from "#components/form/useEdits.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { useUnsaved } from "#components/shell/page/unsaved/useUnsaved.ts";
import { SETTINGS_LABELS } from "#components/shell/navigation/settingsTabs.ts";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { NumberInput } from "#components/ui/inputs/NumberInput.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { toast } from "#components/ui/feedback/toast.ts";

const NEED_RELEASE = "release";
const ONLY_REPORTED = "report";
const HAND_OUTS = [
  { value: NEED_RELEASE, label: "Need a release" },
  { value: ONLY_REPORTED, label: "Are only reported" },
] as const;

/** For administrators: what the team requires before codes are revealed or exported. */
export function CodeRules() {
  const query = useQuery(codeSettingsQuery(useEnvironment()));
  return (
    <Section title="Revealing and exporting codes">
      <QueryPart
        query={query}
        failed="The rules couldn't be loaded"
        skeleton={<SkeletonRows rows={3} label="Loading the rules" />}
      >
        {(data) => <Rules settings={data} />}
      </QueryPart>
    </Section>
  );
}

function Rules({ settings }: { settings: CodeSettings }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const stepUp = useStepUp();
  const { values, edit, forget } = useEdits({
    reasonRequired: settings.reasonRequired,
    needsRelease: settings.releaseOver !== null,
    typed: String(settings.releaseOver ?? 1_000),
    handOuts: settings.handOutsNeedRelease ? NEED_RELEASE : ONLY_REPORTED,
  });
  const { reasonRequired, needsRelease, typed, handOuts } = values;
  const handOutsNeedRelease = handOuts === NEED_RELEASE;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const limit = /^\s*[1-9]\d{0,6}\s*$/.test(typed) ? Number(typed) : null;
  const isWrong = needsRelease && limit === null;
  const releaseOver = needsRelease ? limit : null;
  // Only these are saved: another administrator may have changed the others meanwhile.
  const changes = {
    ...(reasonRequired === settings.reasonRequired ? {} : { reasonRequired }),
    ...(releaseOver === settings.releaseOver ? {} : { releaseOver }),
    ...(handOutsNeedRelease === settings.handOutsNeedRelease ? {} : { handOutsNeedRelease }),
  };
  useUnsaved(SETTINGS_LABELS.codes, isWrong || Object.keys(changes).length > 0);

  async function save() {
    if (isWrong) return;
    setBusy(true);
    setProblem(null);
    try {
      client.setQueryData(
        codeSettingsQuery(environment).queryKey,
        await stepUp.run(() => changeCodeSettings(environment, changes)),
      );
      forget();
      // The rules apply in both environments.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === "codes" });
      toast("Rules saved.");
    } catch (failure) {
      setProblem(asProblem(failure));
    } finally {
      setBusy(false);
    }
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
        <p className="text-ink-soft">These rules apply to every member, in both environments.</p>
        <Checkbox
          label="Ask for a reason whenever codes are revealed or exported"
          checked={reasonRequired}
          onChange={(event) => edit({ reasonRequired: event.target.checked })}
        />
        <Checkbox
          label="Have a second member release many codes"
          checked={needsRelease}
          onChange={(event) => edit({ needsRelease: event.target.checked })}
        />
        {needsRelease ? (
          <>
            <Field
              label="Codes a member may take within 24 hours without a release"
              hint="Exports, reveals and hand-outs count together. Raising it takes two administrators."
              error={isWrong ? "Enter a whole number from 1 to 9,999,999." : null}
              className="max-w-sm ps-6"
            >
              {(control) => (
                <NumberInput
                  {...control}
                  kind="numeric"
                  value={typed}
                  onChange={(event) => edit({ typed: event.target.value })}
                />
              )}
            </Field>
            <Field
              label="Hand-outs beyond the limit"
              hint="Either way, members who release codes are told when somebody passes it. Only reporting them takes two administrators."
              className="max-w-sm ps-6"
            >
              {(control) => (
                <Select
                  {...control}
                  options={HAND_OUTS}
                  value={handOuts}
                  onChange={(event) => edit({ handOuts: event.target.value })}
                />
              )}
            </Field>
          </>
        ) : null}
      </Form>
      {stepUp.dialog}
    </>
  );
}
