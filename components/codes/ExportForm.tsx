"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { makePassphrase } from "#lib/codes/passphrase.ts";
import type { ExportFormat } from "#lib/contracts/exportCodes.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { codeSettingsQuery, releasesQuery, requestRelease } from "#lib/queries/codes.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { formatCount } from "#lib/text/counts.ts";
import { Form } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import type { Range } from "./range.ts";
import { ReasonField } from "./ReasonField.tsx";
import { separatorOf } from "./separator.ts";
import { PRINT_AT_MOST } from "./printLimit.ts";
import type { Export } from "./useExport.ts";

const FORMATS: Record<ExportFormat, { label: string; hint: string }> = {
  xlsx: { label: "Excel (XLSX)", hint: "A workbook with text cells: every code exactly as delivered." },
  csv: {
    label: "CSV for spreadsheets",
    hint: 'Codes that a spreadsheet would change, such as 00123, are written as ="00123". For programs, choose JSON.',
  },
  json: { label: "JSON", hint: "For programs: every field as the service delivered it." },
  print: {
    label: "Printable sheet",
    hint: `One card for each code, with a QR code. At most ${PRINT_AT_MOST} codes.`,
  },
};
const ORDER: readonly ExportFormat[] = ["xlsx", "csv", "json", "print"];

/** What a member chose. Kept outside of the form, which goes while an export runs: a second try must not be another export. */
export type ExportChoices = { format: ExportFormat; encrypts: boolean; reason: string | null };
export const FIRST_CHOICES: ExportChoices = { format: "xlsx", encrypts: false, reason: null };

export type ExportFormProps = {
  running: Export;
  reference: string;
  chosen: Range;
  reason: string;
  choices: ExportChoices;
  onChoose: (choices: ExportChoices) => void;
};

export function ExportForm({
  running,
  reference,
  chosen,
  reason: given,
  choices,
  onChoose,
}: ExportFormProps) {
  const environment = useEnvironment();
  const { data: settings } = useQuery(codeSettingsQuery(environment));
  const { format, encrypts } = choices;
  const reason = choices.reason ?? given;
  const [isMissing, setMissing] = useState(false);
  const isRequired = settings?.reasonRequired ?? false;
  const count = chosen.to - chosen.from + 1;
  const isTooLong = format === "print" && count > PRINT_AT_MOST;
  const needsRelease = running.problem?.type === "release-required";
  const stated = reason.trim() === "" ? {} : { reason: reason.trim() };
  const codes = { skip: chosen.from - 1, take: count };

  function submit() {
    const missing = isRequired && reason.trim() === "";
    setMissing(missing);
    if (missing || isTooLong) return;
    const passphrase =
      encrypts && format !== "print"
        ? { passphrase: makePassphrase((length) => crypto.getRandomValues(new Uint8Array(length))) }
        : {};
    const separator = separatorOf(navigator.language);
    void running.start({ ...codes, format, separator, ...passphrase, ...stated });
  }

  return (
    <Form
      onSubmit={submit}
      loading={false}
      submitError={needsRelease ? null : running.problem}
      submitLabel={format === "print" ? "Print codes" : "Export codes"}
    >
      <Field
        label="Format"
        hint={FORMATS[format].hint}
        error={isTooLong ? `Choose at most ${PRINT_AT_MOST} codes to print.` : null}
      >
        {(control) => (
          <Select
            {...control}
            value={format}
            onChange={(event) =>
              onChoose({ ...choices, format: ORDER.find((each) => each === event.target.value) ?? format })
            }
            options={ORDER.map((value) => ({ value, label: FORMATS[value].label }))}
          />
        )}
      </Field>
      <p className="text-[0.8125rem] text-ink-soft tabular-nums">
        Codes {formatCount(chosen.from)} to {formatCount(chosen.to)}
      </p>
      {format === "print" ? null : (
        <Checkbox
          label="Encrypt the file (ZIP archive, AES-256)"
          checked={encrypts}
          onChange={(event) => onChoose({ ...choices, encrypts: event.target.checked })}
        />
      )}
      <ReasonField
        required={isRequired}
        isMissing={isMissing}
        value={reason}
        onChange={(text) => onChoose({ ...choices, reason: text })}
      />
      {needsRelease && running.problem ? (
        <AskForRelease problem={running.problem} body={{ reference, ...codes, ...stated }} />
      ) : null}
    </Form>
  );
}

function AskForRelease({ problem, body }: { problem: Problem; body: Parameters<typeof requestRelease>[1] }) {
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
        <p>
          Another member who can release exports sees it on the overview and on this page. Export again once
          it is released.
        </p>
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
