import type { CopyDoubt } from "#lib/orders/import/table/importTable.ts";
import { counted } from "#lib/text/counts.ts";
import { AskOnce } from "./Ask.tsx";

/** What the formatted copy of a pasted table leaves open. */
export function CopiedQuestion({ doubt, onAnswer }: { doubt: CopyDoubt; onAnswer: () => void }) {
  return <AskOnce {...wordsOf(doubt)} onAnswer={onAnswer} />;
}

function wordsOf(doubt: CopyDoubt) {
  switch (doubt.kind) {
    case "differs":
      return {
        title: "The copied cells are not those of the pasted text.",
        says: "Cells that are hidden, struck through or merged can't be recognised. Compare the rows with the table, or import its file instead.",
        answer: "The rows are right",
      };
    case "tables":
      return {
        title: `${counted(doubt.count, "table was", "tables were")} copied.`,
        says: "Their rows are read one below the other, with the columns of the first table.",
        answer: "They are one order",
      };
    case "marks":
      return {
        title:
          "Some of the copied text is hidden, merged, struck through or of its background's colour, or has raised or lowered characters.",
        says: <bdi translate="no">{doubt.samples.map((text) => `“${text}”`).join(", ")}</bdi>,
        answer: "All of it counts",
      };
    case "colors":
      return {
        title: "Some of the copied text has a colour that can't be read. It may be that of its background.",
        says: <bdi translate="no">{doubt.samples.map((text) => `“${text}”`).join(", ")}</bdi>,
        answer: "All of it counts",
      };
  }
}
