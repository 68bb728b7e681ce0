"use client";

import type { CheckSettings } from "#lib/orders/import/checkTable.ts";
import { FIELD_LABELS } from "#lib/orders/import/columns.ts";
import type { TableSummary } from "#lib/orders/import/importMessages.ts";
import type { ReadChoice } from "#lib/orders/import/openSource.ts";
import { withAnswer, withColumn, type ImportQuestion } from "#lib/orders/import/questions.ts";
import { describeRows } from "#lib/orders/import/rowList.ts";
import { counted } from "#lib/text/counts.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { Ask, AskOnce } from "./Ask.tsx";
import { CopiedQuestion } from "./CopiedQuestion.tsx";
import { UnclearRowsQuestion } from "./UnclearRowsQuestion.tsx";
import { UnseenColumnQuestion } from "./UnseenColumnQuestion.tsx";
import { columnName, encodingOf } from "./TableOptions.tsx";

type ImportQuestionsProps = {
  questions: readonly ImportQuestion[];
  summary: TableSummary;
  settings: CheckSettings;
  onChoose: (choice: ReadChoice) => void;
  onChange: (settings: CheckSettings) => void;
};

/** What a table leaves open. Its rows are checked, and totals shown, once all is answered. */
export function ImportQuestions({ questions, ...rest }: ImportQuestionsProps) {
  return (
    <section
      aria-label="Questions about this table"
      className="flex flex-col gap-2 border-t border-line pt-4"
    >
      <h3
        data-asks
        tabIndex={-1}
        className="font-semibold outline-none"
      >{`Answer ${counted(questions.length, "question", "questions")} to see the total`}</h3>
      {questions.map((question) => (
        <Question key={question.id} question={question} {...rest} />
      ))}
    </section>
  );
}

function Question({
  question,
  summary,
  settings,
  onChoose,
  onChange,
}: Omit<ImportQuestionsProps, "questions"> & { question: ImportQuestion }) {
  const nameOf = (column: number) =>
    columnName(column, settings.hasHeads ? summary.first[0]?.[column] : undefined);
  const answer = (more: Partial<CheckSettings> = {}) =>
    onChange(withAnswer({ ...settings, ...more }, question.id));
  switch (question.kind) {
    case "column":
      return (
        <ColumnQuestion
          question={question}
          summary={summary}
          settings={settings}
          nameOf={nameOf}
          onChange={onChange}
        />
      );
    case "sheet":
      return (
        <Ask title="Which sheet is the order?" says="One sheet is read at a time.">
          {question.sheets.map((sheet) => (
            <Button
              key={sheet}
              size="small"
              onClick={() => (sheet === summary.sheet ? answer() : onChoose({ sheet }))}
            >
              <bdi translate="no">{summary.sheets[sheet]?.name}</bdi>
            </Button>
          ))}
        </Ask>
      );
    case "copied":
      return <CopiedQuestion doubt={question.doubt} onAnswer={() => answer()} />;
    case "no-order":
    case "unlike-rows":
    case "conditional-rows":
    case "covered-rows":
    case "far-rows":
    case "comments":
      return <UnclearRowsQuestion question={question} onAnswer={() => answer()} />;
    case "hidden-rows": {
      const isOne = question.rows.count === 1;
      return (
        <Ask title={`${describeRows(question.rows)} ${isOne ? "is" : "are"} hidden in the spreadsheet.`}>
          <Button size="small" onClick={() => answer({ leaveOutHidden: true })}>
            {isOne ? "Leave it out" : "Leave them out"}
          </Button>
          <Button size="small" onClick={() => answer({ leaveOutHidden: false })}>
            {isOne ? "Include it" : "Include them"}
          </Button>
        </Ask>
      );
    }
    case "hidden-column":
    case "narrow-column":
      return (
        <UnseenColumnQuestion
          question={question}
          name={nameOf(question.column)}
          mapping={settings.mapping}
          onAnswer={answer}
        />
      );
    case "uneven-rows":
      return (
        <AskOnce
          title="Amounts of this table may have been split at their commas."
          says={`${describeRows(question.rows)}: without quotation marks, an amount such as 25,50 becomes two cells, 25 and 50. Compare amounts and quantities with the file, or save it with semicolons.`}
          answer="They are right"
          onAnswer={() => answer()}
        />
      );
    case "short-rows": {
      const isOne = question.rows.count === 1;
      return (
        <AskOnce
          title={`${describeRows(question.rows)} ${isOne ? "has" : "have"} fewer cells than the table has columns.`}
          says={`If a cell is missing before the last one, the others are in the wrong columns. ${isOne ? "Compare the row" : "Compare the rows"} with the file.`}
          answer={isOne ? "Its last cells are blank" : "Their last cells are blank"}
          onAnswer={() => answer()}
        />
      );
    }
    case "quotes":
      return (
        <Ask
          title={`${describeRows(question.rows)} ${question.rows.count === 1 ? "has" : "have"} a cell in quotation marks that may be several rows.`}
          says={<bdi translate="no">{`“${question.sample}…”`}</bdi>}
        >
          <Button size="small" onClick={() => answer()}>
            It is one cell
          </Button>
          <Button
            size="small"
            onClick={() =>
              onChoose({
                ...encodingOf(summary),
                quotesAreText: true,
                ...(summary.separator === null ? {} : { separator: summary.separator }),
              })
            }
          >
            Read the quotation marks as text
          </Button>
        </Ask>
      );
  }
}

function ColumnQuestion({
  question,
  summary,
  settings,
  nameOf,
  onChange,
}: Pick<ImportQuestionsProps, "summary" | "settings" | "onChange"> & {
  question: Extract<ImportQuestion, { kind: "column" }>;
  nameOf: (column: number) => string;
}) {
  const { id, field, columns } = question;
  const { [field]: own, ...others } = settings.mapping;
  // A single column without a name may be a quantity that was guessed.
  const isLeftOut = own === undefined || columns.length === 1;
  return (
    <Ask
      title={`Which column is the ${FIELD_LABELS[field].toLowerCase()}?`}
      says={saysOf(question, settings)}
    >
      {columns.map((column) => (
        <Button key={column} size="small" onClick={() => onChange(withColumn(settings, field, column))}>
          {nameOf(column)}
          <span className="font-normal text-ink-faint">{samplesOf(column, summary, settings)}</span>
        </Button>
      ))}
      {isLeftOut && (field === "quantity" || field === "amount") && (
        <Button size="small" onClick={() => onChange(withAnswer({ ...settings, mapping: others }, id))}>
          {field === "quantity" ? "None: 1 of each" : "None"}
        </Button>
      )}
    </Ask>
  );
}

function saysOf(
  { field, columns }: Extract<ImportQuestion, { kind: "column" }>,
  { mapping }: CheckSettings,
): string {
  const isMissing = mapping[field] === undefined;
  if (!isMissing) {
    return columns.length === 1 ? "It may number the rows." : "More than one can be it.";
  }
  return columns.length === 1 ? "A column of numbers is not used." : "Columns of numbers are not used.";
}

const SAMPLES = 2;

/** The first cells of a column, as in `10, 20`. */
function samplesOf(column: number, { first }: TableSummary, { hasHeads }: CheckSettings): string {
  const cells = first.slice(hasHeads ? 1 : 0).flatMap((row) => row[column]?.trim().slice(0, 20) || []);
  return cells.slice(0, SAMPLES).join(", ");
}
