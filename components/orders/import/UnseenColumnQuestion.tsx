import type { CheckSettings } from "#lib/orders/import/checkTable.ts";
import { FIELD_LABELS } from "#lib/orders/import/columns.ts";
import type { ImportQuestion } from "#lib/orders/import/questions.ts";
import { describeRows } from "#lib/orders/import/rowList.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { Ask } from "./Ask.tsx";

type UnseenColumn = Extract<ImportQuestion, { kind: "hidden-column" | "narrow-column" }>;

/** A column of which the spreadsheet shows nothing, or not all. */
export function UnseenColumnQuestion({
  question,
  name,
  mapping,
  onAnswer,
}: {
  question: UnseenColumn;
  name: string;
  mapping: CheckSettings["mapping"];
  onAnswer: (more?: Partial<CheckSettings>) => void;
}) {
  const { [question.field]: _, ...others } = mapping;
  return (
    <Ask {...wordsOf(question, name)}>
      <Button size="small" onClick={() => onAnswer()}>
        Use it
      </Button>
      <Button size="small" onClick={() => onAnswer({ mapping: others })}>
        Don&apos;t use it
      </Button>
    </Ask>
  );
}

function wordsOf(question: UnseenColumn, name: string) {
  const column = `The column of the ${FIELD_LABELS[question.field].toLowerCase()}`;
  if (question.kind === "hidden-column") return { title: `${column} is hidden in the spreadsheet: ${name}.` };
  return {
    title: `${column} is too narrow in the spreadsheet: ${name}.`,
    says: `${describeRows(question.rows)}: the spreadsheet shows #### or only a part of the value. Widen the column to compare.`,
  };
}
