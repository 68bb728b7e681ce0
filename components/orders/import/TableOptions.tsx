"use client";

import { useId, useState, type ReactNode } from "react";
import { REGIONAL_ENCODINGS } from "#lib/orders/import/decodeText.ts";
import type { CheckSettings } from "#lib/orders/import/checkTable.ts";
import { columnLetters, FIELD_LABELS, IMPORT_FIELDS, type ImportField } from "#lib/orders/import/columns.ts";
import { isMappingSure } from "#lib/orders/import/isMappingSure.ts";
import type { ReadChoice } from "#lib/orders/import/openSource.ts";
import {
  columnQuestion,
  hasDecidedOnHidden,
  isAboutColumn,
  withAnswer,
} from "#lib/orders/import/questions.ts";
import type { TableSummary } from "#lib/orders/import/importMessages.ts";
import { SEPARATORS } from "#lib/orders/import/separators.ts";
import { counted } from "#lib/text/counts.ts";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import type { Remembered } from "./columnMemory.ts";
import { TablePreview } from "./TablePreview.tsx";

const OTHER = "other";

export type TableOptionsProps = {
  summary: TableSummary;
  settings: CheckSettings;
  /** Something about the table is asked. */
  isAsked: boolean;
  /** Reads another sheet, or uses another separator. */
  onChoose: (choice: ReadChoice) => void;
  onChange: (settings: CheckSettings) => void;
  /** The member's own columns for such a table, if they are used; null: they are not. */
  remembered: Remembered | null;
  onGuessAnew: () => void;
};

/** How the table is read: sheet or separator, the meaning of each column, what is left out. */
export function TableOptions({
  summary,
  settings,
  isAsked,
  onChoose,
  onChange,
  remembered,
  onGuessAnew,
}: TableOptionsProps) {
  // What somebody has opened stays open.
  const [isFolded] = useState(() => isMappingSure(summary, settings));
  const { hasHeads, mapping } = settings;
  const heads = hasHeads ? (summary.first[0] ?? []) : [];
  const columns = Array.from({ length: summary.columnCount }, (_, column) => ({
    value: String(column),
    label: columnName(column, heads[column]),
  }));

  function setColumn(field: ImportField, value: string) {
    const { [field]: _, ...others } = mapping;
    const next = value === "" ? others : { ...others, [field]: Number(value) };
    onChange(withAnswer({ ...settings, mapping: next }, columnQuestion(field)));
  }
  function setHasHeads(checked: boolean) {
    const { withHeads, withoutHeads } = summary.guesses;
    // Other columns are now in question.
    const answered = settings.answered.filter((id) => !isAboutColumn(id));
    onChange({ ...settings, hasHeads: checked, mapping: checked ? withHeads : withoutHeads, answered });
  }

  return (
    <section aria-label="How the table is read" className="flex flex-col gap-3">
      {remembered === null ? null : <OwnColumns at={remembered.at} onGuessAnew={onGuessAnew} />}
      <Fold isFolded={isFolded && !isAsked} mapping={mapping}>
        <TablePreview first={summary.first} hasHeads={hasHeads} mapping={mapping} />
        <div className="grid grid-cols-2 gap-x-3 gap-y-2 sm:grid-cols-3">
          {IMPORT_FIELDS.map((field) => (
            <Field key={field} label={FIELD_LABELS[field]}>
              {(control) => (
                <Select
                  {...control}
                  value={mapping[field] === undefined ? "" : String(mapping[field])}
                  onChange={(event) => setColumn(field, event.target.value)}
                  options={[{ value: "", label: field === "quantity" ? "1 of each" : "None" }, ...columns]}
                />
              )}
            </Field>
          ))}
        </div>
        <div className="flex flex-wrap items-end gap-x-5 gap-y-2">
          {summary.sheets.length > 1 ? <SheetChoice summary={summary} onChoose={onChoose} /> : null}
          {summary.separator === null ? null : (
            <SeparatorChoice
              key={summary.separator}
              separator={summary.separator}
              onChoose={(choice) => onChoose({ ...encodingOf(summary), ...choice })}
            />
          )}
          {summary.encodings.length > 1 ? <EncodingChoice summary={summary} onChoose={onChoose} /> : null}
          <Checkbox
            label="First row names the columns"
            checked={hasHeads}
            onChange={(event) => setHasHeads(event.target.checked)}
          />
          {summary.hiddenRows > 0 && hasDecidedOnHidden(settings) ? (
            <Checkbox
              label={`Leave out ${counted(summary.hiddenRows, "hidden row", "hidden rows")}`}
              checked={settings.leaveOutHidden}
              onChange={(event) => onChange({ ...settings, leaveOutHidden: event.target.checked })}
            />
          ) : null}
        </div>
      </Fold>
      <Notes summary={summary} />
    </section>
  );
}

/** The table and what its columns mean, behind one line of text where nobody needs to look at it. */
function Fold({
  isFolded,
  mapping,
  children,
}: {
  isFolded: boolean;
  mapping: CheckSettings["mapping"];
  children: ReactNode;
}) {
  if (!isFolded) return children;
  const fields = IMPORT_FIELDS.filter((field) => mapping[field] !== undefined);
  return (
    <details>
      <summary className="text-ink-soft">
        {`Columns: ${fields.map((field) => FIELD_LABELS[field]).join(", ")}`}
      </summary>
      <div className="flex flex-col gap-3 pt-3">{children}</div>
    </details>
  );
}

/** Says that the columns are those that the member chose before: today's table may mean others by the same names. */
function OwnColumns({ at, onGuessAnew }: { at: string | null; onGuessAnew: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[0.8125rem]">
      <p>
        Columns as you mapped them
        {at === null ? (
          " before"
        ) : (
          <>
            {" "}
            on <DateTime at={at} show="date" />
          </>
        )}
        .
      </p>
      <Button size="small" onClick={onGuessAnew}>
        Guess the columns anew
      </Button>
    </div>
  );
}

/** `B: Amount`, as spreadsheets name columns. */
export function columnName(column: number, head: string | undefined): string {
  const name = head?.trim().slice(0, 60) ?? "";
  return name === "" ? `Column ${columnLetters(column)}` : `${columnLetters(column)}: ${name}`;
}

function SheetChoice({ summary, onChoose }: Pick<TableOptionsProps, "summary" | "onChoose">) {
  return (
    <Field label="Sheet" className="min-w-40">
      {(control) => (
        <Select
          {...control}
          value={String(summary.sheet ?? 0)}
          onChange={(event) => onChoose({ sheet: Number(event.target.value) })}
          options={summary.sheets.map(({ name, isHidden }, index) => ({
            value: String(index),
            label: isHidden ? `${name} (hidden)` : name,
          }))}
        />
      )}
    </Field>
  );
}

/** The chosen encoding, which stays when the table is read with another separator. */
export function encodingOf({ encoding }: TableSummary): ReadChoice {
  return encoding === null ? {} : { encoding };
}

/** Shows some of the file's text in each encoding, so that the right one can be recognised. */
function EncodingChoice({ summary, onChoose }: Pick<TableOptionsProps, "summary" | "onChoose">) {
  return (
    <Field label="Characters" className="min-w-40">
      {(control) => (
        <Select
          {...control}
          value={summary.encoding ?? ""}
          onChange={({ target: { value } }) => {
            const chosen = summary.encodings.find(({ encoding }) => encoding === value);
            if (chosen !== undefined) onChoose({ encoding: chosen.encoding });
          }}
          options={summary.encodings.map(({ encoding, sample }) => ({
            value: encoding,
            label: `${REGIONAL_ENCODINGS[encoding]}: ${sample}`,
          }))}
        />
      )}
    </Field>
  );
}

function SeparatorChoice({
  separator,
  onChoose,
}: {
  separator: string;
  onChoose: TableOptionsProps["onChoose"];
}) {
  const isKnown = Object.hasOwn(SEPARATORS, separator);
  const [isOther, setIsOther] = useState(!isKnown);
  const id = useId();
  return (
    <div className="flex items-end gap-2">
      <Field label="Separated by" className="min-w-36">
        {(control) => (
          <Select
            {...control}
            value={isOther ? OTHER : separator}
            onChange={({ target: { value } }) => {
              setIsOther(value === OTHER);
              if (value !== OTHER) onChoose({ separator: value });
            }}
            options={[
              ...Object.entries(SEPARATORS).map(([value, label]) => ({ value, label })),
              { value: OTHER, label: "Another character" },
            ]}
          />
        )}
      </Field>
      {isOther ? (
        <TextInput
          id={id}
          code
          aria-label="Separating character"
          defaultValue={isKnown ? "" : separator}
          maxLength={1}
          className="w-12 text-center"
          onChange={({ target: { value } }) => {
            if (value !== "" && value !== '"') onChoose({ separator: value });
          }}
        />
      ) : null}
    </div>
  );
}

/** Notes about how the table was read: nothing is left out or changed silently. */
function Notes({ summary }: { summary: TableSummary }) {
  const { notes, formulas } = summary;
  const all = [
    ...notes,
    ...(formulas > 0
      ? [`${counted(formulas, "cell holds a formula", "cells hold formulas")}: the last result is used.`]
      : []),
  ];
  if (all.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-[0.8125rem] text-partial">
      {all.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
