"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { makePassphrase } from "#lib/codes/passphrase.ts";
import type { ExportFormat } from "#lib/contracts/codes/exportCodes.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { codeSettingsQuery } from "#lib/queries/codes.ts";
import { formatCount } from "#lib/text/counts.ts";
import { Form } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import { AskForRelease } from "#components/codes/reveal/AskForRelease.tsx";
import type { Range } from "#components/codes/list/range.ts";
import { ReasonField } from "#components/codes/reveal/ReasonField.tsx";
import { separatorOf } from "./separator.ts";
import { statedReason } from "#components/codes/reveal/statedReason.ts";
import { PRINT_AT_MOST, sheetsOf } from "./printLimit.ts";
import { INTERRUPTED } from "./receiveFile.ts";
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
    hint: "One card for each code, with a QR code.",
  },
};
const ORDER: readonly ExportFormat[] = ["xlsx", "csv", "json", "print"];

/** The member's choices. Kept outside of the form, which is removed while an export runs: a second attempt must be the same export. */
export type ExportChoices = {
  format: ExportFormat;
  encrypts: boolean;
  reason: string | null;
  /** Which sheet is printed, from 0, if there are too many codes for one. */
  sheet: number;
};
export const FIRST_CHOICES: ExportChoices = { format: "xlsx", encrypts: false, reason: null, sheet: 0 };

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
  const sheets = sheetsOf(chosen);
  const { from, to } = format === "print" ? (sheets[choices.sheet] ?? chosen) : chosen;
  const needsRelease = running.problem?.type === "release-required";
  const stated = statedReason(reason);
  const codes = { skip: from - 1, take: to - from + 1 };

  function submit() {
    const missing = isRequired && reason.trim() === "";
    setMissing(missing);
    if (missing) return;
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
      submitLabel={submitLabelOf(format, running.problem)}
    >
      <Field label="Format" hint={FORMATS[format].hint}>
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
      {format === "print" && sheets.length > 1 ? (
        <SheetField
          sheets={sheets}
          chosen={choices.sheet}
          onChoose={(sheet) => onChoose({ ...choices, sheet })}
        />
      ) : (
        <p className="text-[0.8125rem] text-ink-soft tabular-nums">{rangeWords(chosen)}</p>
      )}
      {format === "print" ? null : (
        <div className="flex flex-col gap-1">
          <Checkbox
            label="Encrypt the file (ZIP archive, AES-256)"
            checked={encrypts}
            onChange={(event) => onChoose({ ...choices, encrypts: event.target.checked })}
          />
          {encrypts ? (
            <p className="ps-6 text-[0.8125rem] text-ink-soft">
              Open it with 7-Zip, WinZip, WinRAR or, on a Mac, Keka. Windows Explorer and macOS Archive
              Utility can&apos;t: tell whoever gets it.
            </p>
          ) : null}
        </div>
      )}
      <ReasonField
        required={isRequired}
        isMissing={isMissing}
        value={reason}
        onChange={(text) => onChoose({ ...choices, reason: text })}
      />
      {needsRelease && running.problem ? (
        <AskForRelease
          problem={running.problem}
          body={{ reference, ...codes, ...stated }}
          again="Export again once one of them has released it."
        />
      ) : null}
    </Form>
  );
}

function SheetField({
  sheets,
  chosen,
  onChoose,
}: {
  sheets: readonly Range[];
  chosen: number;
  onChoose: (sheet: number) => void;
}) {
  const options = sheets.map((range, at) => ({
    value: String(at),
    label: `${formatCount(at + 1)} of ${formatCount(sheets.length)}: ${rangeWords(range)}`,
  }));
  const hint = `At most ${formatCount(PRINT_AT_MOST)} codes on each. The next one is offered after printing.`;
  return (
    <Field label="Sheet" hint={hint}>
      {(control) => (
        <Select
          {...control}
          value={String(chosen)}
          onChange={(event) => onChoose(Number(event.target.value))}
          options={options}
        />
      )}
    </Field>
  );
}

const rangeWords = ({ from, to }: Range) => `Codes ${formatCount(from)} to ${formatCount(to)}`;

function submitLabelOf(format: ExportFormat, problem: Problem | null): string {
  if (problem?.type === INTERRUPTED) return format === "print" ? "Print again" : "Export again";
  return format === "print" ? "Print codes" : "Export codes";
}
