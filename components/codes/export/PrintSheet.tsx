"use client";

import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { fieldLabel } from "#lib/codes/fieldLabels.ts";
import { codeFields, inColumnOrder } from "#lib/codes/fieldRoles.ts";
import type { ExportedCode } from "#lib/contracts/codes/exportCodes.ts";
import { tellNotLoaded } from "#components/ui/feedback/notLoaded.ts";
import type { Drawing } from "#components/codes/symbols/symbols.ts";

type Card = { code: ExportedCode; drawing: Drawing | null; fields: { name: string; value: string }[] };

/** A sheet with a card for each code. Only visible in print, and removed once the print dialog has closed. */
export function PrintSheet({ codes, onDone }: { codes: readonly ExportedCode[]; onDone: () => void }) {
  const [cards, setCards] = useState<readonly Card[] | null>(null);
  useEffect(() => {
    let gone = false;
    async function draw() {
      const { drawSymbol } = await import("#components/codes/symbols/symbols.ts");
      if (gone) return;
      setCards(
        codes.map((code) => {
          const names = inColumnOrder(Object.keys(code.fields));
          const lengthOf = (name: string) => code.fields[name]?.length ?? 0;
          const [longest] = codeFields(names).toSorted((one, other) => lengthOf(other) - lengthOf(one));
          const text = longest === undefined ? "" : (code.fields[longest] ?? "");
          return {
            code,
            drawing: drawSymbol("qr", text),
            fields: names.map((name) => ({ name, value: code.fields[name] ?? "" })),
          };
        }),
      );
    }
    draw().catch(() => {
      tellNotLoaded("Couldn't print the codes");
      onDone();
    });
    return () => {
      gone = true;
    };
  }, [codes, onDone]);
  useEffect(() => {
    if (cards === null) return undefined;
    addEventListener("afterprint", onDone);
    // After the frame in which the cards are rendered.
    const frame = requestAnimationFrame(() => print());
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("afterprint", onDone);
    };
  }, [cards, onDone]);
  if (cards === null) return null;
  return createPortal(
    <div className="print-only grid-cols-2 gap-4 bg-[white] p-4 text-[black]">
      {cards.map(({ code, drawing, fields }) => (
        <div
          key={code.number}
          className="flex break-inside-avoid gap-4 rounded-md border border-line-strong p-4"
        >
          {drawing === null ? null : (
            <svg viewBox={`0 0 ${drawing.width} ${drawing.height}`} className="size-28 shrink-0">
              <path d={drawing.path} fill="#000" />
            </svg>
          )}
          <div className="flex min-w-0 flex-col gap-1">
            <p className="font-semibold wrap-anywhere">{code.product}</p>
            {code.amount === null ? null : (
              <p className="tabular-nums">
                {code.amount} {code.currency}
              </p>
            )}
            {/* Without the customer's reference, because the sheet may be given to another customer. */}
            {code.handedTo === undefined ? null : <p className="font-semibold">Handed out already</p>}
            {fields.map(({ name, value }) => (
              <p key={name} className="text-[0.8125rem] wrap-anywhere">
                {fieldLabel(name)}:{" "}
                {/* In one piece on a line as long as it fits; with spaces and line breaks as delivered. */}
                <span
                  translate="no"
                  className="inline-block max-w-full align-top font-mono whitespace-pre-wrap"
                >
                  {value}
                </span>
              </p>
            ))}
          </div>
        </div>
      ))}
    </div>,
    document.body,
  );
}
