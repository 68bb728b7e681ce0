import JsBarcode from "jsbarcode";
import { encode } from "uqr";

/** Dark squares or bars, in modules, including the quiet zone around them. */
export type Drawing = { width: number; height: number; path: string };

/** The modules of white around a symbol that scanners need. */
const QR_QUIET = 4;
const BARCODE_QUIET = 10;

/** A text as a QR code or a barcode (Code 128); null if it cannot contain the text. */
export function drawSymbol(kind: "qr" | "barcode", text: string): Drawing | null {
  if (text === "") return null;
  try {
    return kind === "qr" ? qrCode(text) : barcode(text);
  } catch {
    return null;
  }
}

function qrCode(text: string): Drawing {
  const { data, size } = encode(text, { ecc: "M", border: QR_QUIET });
  const rows = data.map((cells, y) => runs(cells).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`));
  return { width: size, height: size, path: rows.flat().join("") };
}

/** A longer barcode is too fine to be scanned from a screen. */
const LONGEST_BARCODE = 80;

function barcode(text: string): Drawing | null {
  if (text.length > LONGEST_BARCODE || !/^[\x20-\x7e]+$/.test(text)) return null;
  // The library draws into a canvas, an SVG or, as here, into a plain object that only learns which modules are dark.
  const drawn: { encodings?: { data: string }[] } = {};
  JsBarcode(drawn, text, { format: "CODE128" });
  const modules = (drawn.encodings ?? []).map(({ data }) => data).join("");
  if (modules === "") return null;
  const bars = runs(Array.from(modules, (module) => module === "1"));
  return {
    width: modules.length + 2 * BARCODE_QUIET,
    height: 40,
    path: bars.map(([x, width]) => `M${x + BARCODE_QUIET} 2h${width}v36h-${width}z`).join(""),
  };
}

/** The beginnings and lengths of dark runs. */
function runs(cells: readonly boolean[]): [number, number][] {
  const found: [number, number][] = [];
  let begun = -1;
  for (let at = 0; at <= cells.length; at += 1) {
    const dark = cells[at] === true;
    if (dark && begun < 0) begun = at;
    if (dark || begun < 0) continue;
    found.push([begun, at - begun]);
    begun = -1;
  }
  return found;
}
