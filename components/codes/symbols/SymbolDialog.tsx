"use client";

import { useEffect, useRef, useState, type ReactNode } from "react";
import { codeFields, inColumnOrder } from "#lib/codes/fieldRoles.ts";
import { fieldLabel } from "#lib/codes/fieldLabels.ts";
import type { ShownCode } from "#lib/contracts/codes/codes.ts";
import { formatCount } from "#lib/text/counts.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { barcodeScale } from "./barcodeScale.ts";
import type { Drawing } from "./symbols.ts";

export type ShownSymbol = { code: ShownCode; kind: "qr" | "barcode" };
type SymbolDialogProps = { symbol: ShownSymbol | null; onSymbol: (symbol: ShownSymbol | null) => void };

/** Shows one field of a code as a QR code or barcode, to be scanned from the screen. A barcode needs the width. */
export function SymbolDialog({ symbol, onSymbol }: SymbolDialogProps) {
  const onClose = () => onSymbol(null);
  return (
    <Modal
      open={symbol !== null}
      onClose={onClose}
      width={symbol?.kind === "barcode" ? "wide" : "narrow"}
      title={
        symbol === null
          ? ""
          : `Code ${formatCount(symbol.code.number)} as ${symbol.kind === "qr" ? "QR code" : "barcode"}`
      }
    >
      {symbol === null ? null : <SymbolOf {...symbol} onQr={() => onSymbol({ ...symbol, kind: "qr" })} />}
    </Modal>
  );
}

function SymbolOf({ code, kind, onQr }: ShownSymbol & { onQr: () => void }) {
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
      <DrawnSymbol
        key={`${kind} ${value}`}
        value={value}
        kind={kind}
        label={fieldLabel(chosen)}
        onQr={onQr}
      />
      <p translate="no" className="text-center font-mono wrap-anywhere whitespace-pre-wrap select-all">
        {value}
      </p>
    </div>
  );
}

/** Dark on white in both themes, because scanners need it. `onQr`: shows the same as a QR code. */
function DrawnSymbol({
  value,
  kind,
  label,
  onQr,
}: {
  value: string;
  kind: ShownSymbol["kind"];
  label: string;
  onQr: () => void;
}) {
  const drawing = useDrawing(kind, value);
  if (drawing === "not loaded") {
    return (
      <p role="alert" className="text-refused">
        Couldn&apos;t draw the {kind === "qr" ? "QR code" : "barcode"}. Check your connection, then close this
        and try again.
      </p>
    );
  }
  if (drawing === "impossible") {
    return kind === "qr" ? (
      <p className="text-ink-soft">This text is too long for a QR code.</p>
    ) : (
      <QrInstead onQr={onQr}>A barcode can&apos;t hold this text.</QrInstead>
    );
  }
  if (drawing === null) return <div className="h-48" />;
  const name = `${label} as ${kind === "qr" ? "QR code" : "barcode"}`;
  return kind === "qr" ? (
    <Symbol name={name} drawing={drawing} className="mx-auto w-full max-w-56" />
  ) : (
    <Barcode name={name} drawing={drawing} onQr={onQr} />
  );
}

function useDrawing(kind: ShownSymbol["kind"], value: string): Drawing | null | "impossible" | "not loaded" {
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
  return drawing;
}

/** As wide as whole pixels for each bar allow; never finer than a scanner reads. */
function Barcode({ name, drawing, onQr }: { name: string; drawing: Drawing; onQr: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<number | null>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const scale = room === null ? null : barcodeScale(drawing.width, room);
  return (
    <div ref={box}>
      {room === null ? <div className="h-28" /> : null}
      {room !== null && scale === null ? (
        <QrInstead onQr={onQr}>
          On this screen, the bars of this code would be too fine for a scanner. Show it as a QR code, or use
          a wider window.
        </QrInstead>
      ) : null}
      {scale === null ? null : (
        <Symbol
          name={name}
          drawing={drawing}
          className="mx-auto block h-28"
          width={drawing.width * scale}
          stretched
        />
      )}
    </div>
  );
}

function QrInstead({ onQr, children }: { onQr: () => void; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-ink-soft">{children}</p>
      <Button onClick={onQr}>Show QR code</Button>
    </div>
  );
}

function Symbol({
  name,
  drawing,
  className,
  width,
  stretched = false,
}: {
  name: string;
  drawing: Drawing;
  className: string;
  width?: number;
  /** In height, which means nothing in a barcode. */
  stretched?: boolean;
}) {
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      preserveAspectRatio={stretched ? "none" : "xMidYMid meet"}
      shapeRendering="crispEdges"
      width={width}
      className={className}
    >
      <rect width={drawing.width} height={drawing.height} fill="#fff" />
      <path d={drawing.path} fill="#000" />
    </svg>
  );
}
