"use client";

import { useEffect, useState } from "react";
import { codeFields, inColumnOrder } from "#lib/codes/fieldRoles.ts";
import { fieldLabel } from "#lib/codes/fieldLabels.ts";
import type { ShownCode } from "#lib/contracts/codes.ts";
import { formatCount } from "#lib/text/counts.ts";
import { Field } from "#components/ui/inputs/Field.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import type { Drawing } from "./symbols.ts";

export type ShownSymbol = { code: ShownCode; kind: "qr" | "barcode" };

/** Shows one field of a code as a QR code or barcode, to be scanned from the screen. */
export function SymbolDialog({ symbol, onClose }: { symbol: ShownSymbol | null; onClose: () => void }) {
  return (
    <Modal
      open={symbol !== null}
      onClose={onClose}
      title={
        symbol === null
          ? ""
          : `Code ${formatCount(symbol.code.number)} as ${symbol.kind === "qr" ? "QR code" : "barcode"}`
      }
    >
      {symbol === null ? null : <SymbolOf {...symbol} />}
    </Modal>
  );
}

function SymbolOf({ code, kind }: ShownSymbol) {
  const names = inColumnOrder(Object.keys(code.fields));
  // Of several parts, the longest is the one that nobody wants to type.
  const lengthOf = (name: string) => code.fields[name]?.length ?? 0;
  const [longest] = codeFields(names).toSorted((one, other) => lengthOf(other) - lengthOf(one));
  const [chosen, setChosen] = useState(longest ?? "");
  const value = code.fields[chosen] ?? "";
  return (
    <div className="flex flex-col gap-4">
      {names.length > 1 ? (
        <Field label="Field">
          {(control) => (
            <Select {...control} value={chosen} onChange={(event) => setChosen(event.target.value)}>
              {names.map((name) => (
                <option key={name} value={name}>
                  {fieldLabel(name)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      <DrawnSymbol key={`${kind} ${value}`} value={value} kind={kind} label={fieldLabel(chosen)} />
      <p translate="no" className="text-center font-mono wrap-anywhere whitespace-pre-wrap select-all">
        {value}
      </p>
    </div>
  );
}

/** Dark on white in both themes, because scanners need it. */
export function DrawnSymbol({
  value,
  kind,
  label,
}: {
  value: string;
  kind: ShownSymbol["kind"];
  label: string;
}) {
  const [drawing, setDrawing] = useState<Drawing | null | "impossible" | "not loaded">(null);
  useEffect(() => {
    let gone = false;
    async function draw() {
      // Loaded with the first symbol, because most members never use it.
      const { drawSymbol } = await import("./symbols.ts");
      if (!gone) setDrawing(drawSymbol(kind, value) ?? "impossible");
    }
    draw().catch(() => {
      if (!gone) setDrawing("not loaded");
    });
    return () => {
      gone = true;
    };
  }, [kind, value]);
  if (drawing === "not loaded") {
    return (
      <p role="alert" className="text-refused">
        Couldn&apos;t draw the {kind === "qr" ? "QR code" : "barcode"}. Check your connection, then close this
        and try again.
      </p>
    );
  }
  if (drawing === "impossible") {
    return (
      <p className="text-ink-soft">
        {kind === "qr" ? "This text is too long for a QR code." : "A barcode can't hold this text."}
      </p>
    );
  }
  if (drawing === null) return <div className="h-48" />;
  return (
    <svg
      role="img"
      aria-label={`${label} as ${kind === "qr" ? "QR code" : "barcode"}`}
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      preserveAspectRatio={kind === "qr" ? "xMidYMid meet" : "none"}
      shapeRendering="crispEdges"
      className={kind === "qr" ? "mx-auto w-full max-w-56" : "h-28 w-full"}
    >
      <rect width={drawing.width} height={drawing.height} fill="#fff" />
      <path d={drawing.path} fill="#000" />
    </svg>
  );
}
