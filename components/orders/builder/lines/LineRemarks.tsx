import { toMajorText } from "#lib/money/minorUnits.ts";
import type { LineVerdict } from "#lib/orders/drafts/draftLine.ts";
import { LineMessage } from "#components/orders/LineMessage.tsx";
import { NearestAmounts } from "#components/orders/NearestAmounts.tsx";
import { FieldError } from "#components/ui/inputs/Field.tsx";
import { RejectionNote } from "./RejectionNote.tsx";
import type { RejectedLine } from "#components/orders/builder/sending/rejectedLines.ts";

export type LineRemarksProps = {
  verdict: LineVerdict;
  rejection: RejectedLine | null;
  /** The product has an open amount, so that another one can be used. */
  isOpen: boolean;
  /** Given the neutral text of the amount (lib/money/typedAmount.ts). */
  onAmount: (amount: string) => void;
};

/** What is to be said about a line: why the service rejected it, what to correct, valid amounts near the typed one, and notes. */
export function LineRemarks({ verdict, rejection, isOpen, onAmount }: LineRemarksProps) {
  return (
    <>
      {rejection?.messages.map((message) => (
        <RejectionNote
          key={message}
          message={message}
          currency={rejection.currency}
          onUse={isOpen ? (minor, currency) => onAmount(toMajorText(minor, currency)) : undefined}
        />
      ))}
      {Object.values(verdict.problems).map((message) => (
        <FieldError key={message}>
          <LineMessage message={message} />
        </FieldError>
      ))}
      <NearestAmounts amounts={verdict.nearest} currency={verdict.currency} onChoose={onAmount} />
      {verdict.notes.map((note) => (
        <p key={note} className="text-[0.8125rem] text-partial">
          {note}
        </p>
      ))}
    </>
  );
}
