import type { NoOrder } from "#lib/orders/import/noOrder.ts";
import type { ImportQuestion } from "#lib/orders/import/questions.ts";
import { describeRows } from "#lib/orders/import/rowList.ts";
import { AskOnce } from "./Ask.tsx";

type UnclearRows = Extract<
  ImportQuestion,
  { kind: "unlike-rows" | "conditional-rows" | "comments" | "no-order" }
>;

/** Rows that may mean something else than their cells say. */
export function UnclearRowsQuestion({ question, onAnswer }: { question: UnclearRows; onAnswer: () => void }) {
  return <AskOnce {...wordsOf(question)} onAnswer={onAnswer} />;
}

function wordsOf(question: UnclearRows) {
  if (question.kind === "no-order") return noOrderWords(question);
  const { rows } = question;
  if (question.kind === "unlike-rows") {
    const lines = rows.count === 0 ? "A line above the table" : describeRows(rows);
    return {
      title: `${lines} may say what the rows below mean.`,
      says: <bdi translate="no">{`“${question.sample}”`}</bdi>,
      answer: "The rows below count as they are",
    };
  }
  const has = rows.count === 1 ? "has" : "have";
  const answer = rows.count === 1 ? "It counts" : "They count";
  if (question.kind === "comments") {
    return {
      title: `${describeRows(rows)} ${has} comments in the spreadsheet.`,
      says: <bdi translate="no">{`“${question.sample}”`}</bdi>,
      answer: `${answer} as ${rows.count === 1 ? "it is" : "they are"}`,
    };
  }
  return {
    title: `${describeRows(rows)} ${has} a format that depends on a condition.`,
    says: "It strikes cells through, hides them, marks them with icons or shows something else than is stored. Compare the rows with the spreadsheet.",
    answer,
  };
}

function noOrderWords({ reason }: NoOrder) {
  return reason === "codes"
    ? {
        title: "This table lists codes. It may be what was delivered, not what is to be ordered.",
        says: "Each of its rows would be ordered.",
        answer: "It is an order",
      }
    : {
        title: "All of this table stands in one column, with names, numbers and prices below each other.",
        says: "Each of its rows would be a product. Copy the table with its columns instead.",
        answer: "Each row is a product",
      };
}
