import { BLACK, colorOf, isUnseenOn, WHITE, type Color } from "#lib/orders/import/table/colors.ts";
import type { XmlHandlers } from "./readXml.ts";

type Attributes = Record<string, string>;

/** Of the palette by numbers (ECMA-376 §18.8.27), black and white, and what a system writes with and on. */
const INDEXED = new Map([
  ...[0, 8, 64].map((index) => [index, BLACK] as const),
  ...[1, 9, 65].map((index) => [index, WHITE] as const),
]);
/** The order in which a workbook counts the colours of its theme. */
const THEME = "lt1 dk1 lt2 dk2 accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink".split(" ");

/** Collects the colours of a workbook's theme (xl/theme/theme1.xml). */
export class ThemeColors implements XmlHandlers {
  readonly #colors = new Map<string, Color>([
    ["lt1", WHITE],
    ["dk1", BLACK],
  ]);
  #name = "";

  readonly open = (name: string, { val = "", lastClr }: Attributes): void => {
    if (THEME.includes(name)) this.#name = name;
    const color = name === "srgbClr" ? colorOf(val) : name === "sysClr" ? colorOf(lastClr ?? "") : null;
    if (color === null || this.#name === "") return;
    this.#colors.set(this.#name, color);
    this.#name = "";
  };

  /** The colour that attributes such as `rgb`, `theme` and `tint` mean; null: it is not known. */
  readonly read = ({ rgb, indexed, theme, tint = "0", auto }: Attributes): Color | null => {
    if (auto === "1" || auto === "true") return BLACK;
    if (rgb !== undefined) return colorOf(rgb);
    if (indexed !== undefined) return INDEXED.get(Number(indexed)) ?? null;
    const base = this.#colors.get(THEME[Number(theme)] ?? "");
    return base === undefined ? null : tinted(base, Number(tint));
  };
}

/** A colour made darker (below 0) or lighter. */
function tinted([red, green, blue]: Color, tint: number): Color {
  const mix = (part: number) => (tint < 0 ? part * (1 + tint) : part + (255 - part) * tint);
  return [mix(red), mix(green), mix(blue)];
}

/** Collects the colours of fonts and fills by which a cell's text may not be seen; part of xl/styles.xml. */
export class StyleColors {
  readonly #read: ThemeColors["read"];
  readonly #fonts: (Color | null)[] = [];
  readonly #fills: (Color | null)[] = [];
  readonly #styles: { font: number; fill: number }[] = [];
  #in = "";

  constructor(read: ThemeColors["read"]) {
    this.#read = read;
  }

  open(name: string, attributes: Attributes): void {
    if (name === "fonts" || name === "fills" || name === "cellXfs") this.#in = name;
    else if (this.#in === "fonts") this.#openFont(name, attributes);
    else if (this.#in === "fills") this.#openFill(name, attributes);
    else if (this.#in === "cellXfs" && name === "xf") {
      this.#styles.push({ font: Number(attributes.fontId ?? 0), fill: Number(attributes.fillId ?? 0) });
    }
  }

  close(name: string): void {
    if (name === this.#in) this.#in = "";
  }

  #openFont(name: string, attributes: Attributes): void {
    if (name === "font") this.#fonts.push(BLACK);
    else if (name === "color") this.#fonts[this.#fonts.length - 1] = this.#read(attributes);
  }

  /** A pattern other than a plain one, and a gradient, have several colours. */
  #openFill(name: string, attributes: Attributes): void {
    if (name === "fill") this.#fills.push(null);
    else if (name === "patternFill" && (attributes.patternType ?? "none") === "none") this.#set(WHITE);
    else if (name === "fgColor" && this.#isSolid) this.#set(this.#read(attributes));
    if (name === "patternFill") this.#isSolid = attributes.patternType === "solid";
    if (name === "gradientFill") this.#isSolid = false;
  }
  #isSolid = false;

  #set(color: Color | null): void {
    this.#fills[this.#fills.length - 1] = color;
  }

  /** Whether nobody sees a cell's text: of its style's colour, or one of those that parts of the text have (as attributes). */
  readonly isUnseen = (style: number, parts: readonly Attributes[]): boolean => {
    const { font, fill } = this.#styles[style] ?? { font: 0, fill: 0 };
    const on = this.#fills.length === 0 ? WHITE : (this.#fills[fill] ?? null);
    if (on === null) return false;
    const colors = parts.length > 0 ? parts.map(this.#read) : [this.#fonts[font] ?? null];
    return colors.some((color) => color !== null && isUnseenOn(color, on));
  };
}
