import type { NoOrder } from "#lib/orders/import/noOrder.ts";
import type { ImportQuestion } from "#lib/orders/import/questions.ts";
import { describeRows } from "#lib/orders/import/rowList.ts";
import { AskOnce } from "./Ask.tsx";

type UnclearRows = Extract<
  ImportQuestion,
  { kind: "unlike-rows" | "conditional-rows" | "covered-rows" | "far-rows" | "comments" | "no-order" }
>;

/** Rows that may mean something else than their cells say. */
export function UnclearRowsQuestion({ question, onAnswer }: { question: UnclearRows; onAnswer: () => void }) {
  return <AskOnce {...wordsOf(question)} onAnswer={onAnswer} />;
}

function wordsOf(question: UnclearRows) {
  if (question.kind === "no-order") return noOrderWords(question);
  const { rows } = question;
  if (question.kind === "unlike-rows") {
    const says = <bdi translate="no">{`“${question.sample}”`}</bdi>;
    if (question.isHeading === true) {
      return {
        title: "The name of a column may say in which unit its numbers are.",
        says,
        answer: "The numbers count as they are",
      };
    }
    if (rows.count === 0) {
      return {
        title: "A line above or below the table, or its name, may say what the rows mean.",
        says,
        answer: "The rows count as they are",
      };
    }
    return {
      title: `${describeRows(rows)} may say what the rows below mean.`,
      says,
      answer: "The rows below count as they are",
    };
  }
  const has = rows.count === 1 ? "has" : "have";
  const answer = rows.count === 1 ? "It counts" : "They count";
  if (question.kind === "far-rows") {
    return {
      title: `${describeRows(rows)} ${rows.count === 1 ? "stands" : "stand"} far below the others.`,
      says: "Many blank rows are between them. Scroll down in the table to see what they are.",
      answer,
    };
  }
  if (question.kind === "covered-rows") {
    return {
      title: `${describeRows(rows)} ${rows.count === 1 ? "is" : "are"} partly covered by a picture or a drawing in the spreadsheet.`,
      says: `The cells below it are read. Move it aside and compare ${rows.count === 1 ? "the row" : "the rows"}.`,
      answer,
    };
  }
  if (question.kind === "comments") {
    return {
      title: `${describeRows(rows)} ${has} comments in the spreadsheet.`,
      says: <bdi translate="no">{`“${question.sample}”`}</bdi>,
      answer: `${answer} as ${rows.count === 1 ? "it is" : "they are"}`,
    };
  }
  return {
    title: `${describeRows(rows)} ${has} conditional formatting.`,
    says: `The spreadsheet may show cells struck through, hidden, with an icon or as another value. Compare ${rows.count === 1 ? "the row" : "the rows"} with it.`,
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
