import {
  AS_STORED,
  lookOfCode,
  lookOfKnown,
  textLookOfCode,
  zeroLookOfCode,
  type NumberLook,
} from "./numberLook.ts";
import { isUnseenOn, WHITE, type Color } from "#lib/orders/import/table/colors.ts";
import { StyleColors, ThemeColors } from "./cellColors.ts";
import type { XmlHandlers } from "./readXml.ts";

/** The formats of ECMA-376 §18.8.30 that show a number as a date or a time. */
const isDateFormatId = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether a format's code contains parts of a date, outside of quoted text, colours and conditions. */
export function isDateFormat(code: string): boolean {
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\][]*\]/gi, "");
  return /[ymdhs]/i.test(bare);
}

/** Whether an element such as `strike` applies; without a value it does. */
function isOn({ val = "1" }: Record<string, string>): boolean {
  return val !== "0" && val !== "false";
}

/** Nobody reads a smaller text. */
const LEAST_POINTS = 3;

/** Whether an element marks a part of a text so that it may not count, or cannot be read. */
export function isMark(name: string, attributes: Record<string, string>): boolean {
  if (name === "sz") return Number(attributes.val) < LEAST_POINTS;
  if (name === "vertAlign") return attributes.val === "superscript" || attributes.val === "subscript";
  return name === "strike" && isOn(attributes);
}

/**
 * Whether an element of a format for a condition strikes its cells through, shows their numbers and texts in a way of its own, or signs beside or
 * instead of them.
 */
export function changesText(name: string, attributes: Record<string, string>): boolean {
  if (name === "iconSet") return true;
  if (name === "dataBar") return attributes.showValue === "0" || attributes.showValue === "false";
  return isMark(name, attributes) || name === "numFmt";
}

/** Collects which cell styles show dates, strike through or hide by their colours, and how they show numbers (xl/styles.xml). */
export class DateStyles implements XmlHandlers {
  readonly #colors: StyleColors;
  readonly #readColor: ThemeColors["read"];
  /** The colours of the format for a condition that is being read. */
  #conditionalFont: Color | null = null;
  #conditionalFill: Color | null = null;
  #conditionalPart = "";
  readonly #formats = new Map<number, string>();
  readonly #styles: boolean[] = [];
  readonly #looks: NumberLook[] = [];
  readonly #textLooks: NumberLook[] = [];
  readonly #zeroLooks: (NumberLook | null)[] = [];
  /** Whether a format for a condition strikes through, or shows something else than is stored. */
  readonly #conditional: boolean[] = [];
  readonly #struckFonts: boolean[] = [];
  readonly #struck: boolean[] = [];
  #inCellFormats = false;
  #inFonts = false;
  #inConditional = false;

  constructor({ read }: Pick<ThemeColors, "read"> = new ThemeColors()) {
    this.#colors = new StyleColors(read);
    this.#readColor = read;
  }

  readonly open = (name: string, attributes: Record<string, string>): void => {
    if (!this.#inConditional) this.#colors.open(name, attributes);
    if (this.#inConditional) this.#openConditional(name, attributes);
    else if (name === "dxfs") this.#inConditional = true;
    else if (name === "numFmt") this.#formats.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
    else if (name === "fonts") this.#inFonts = true;
    else if (name === "font" && this.#inFonts) this.#struckFonts.push(false);
    else if ((name === "strike" || name === "sz") && this.#inFonts && isMark(name, attributes))
      this.#struckFonts[this.#struckFonts.length - 1] = true;
    else if (name === "cellXfs") this.#inCellFormats = true;
    else if (name === "xf" && this.#inCellFormats) {
      const id = Number(attributes.numFmtId ?? 0);
      const code = this.#formats.get(id);
      this.#styles.push(code === undefined ? isDateFormatId(id) : isDateFormat(code));
      this.#struck.push(this.#struckFonts[Number(attributes.fontId)] === true);
      this.#textLooks.push(code === undefined ? AS_STORED : textLookOfCode(code));
      this.#zeroLooks.push(code === undefined ? null : zeroLookOfCode(code));
      this.#looks.push(code === undefined ? lookOfKnown(id) : lookOfCode(code));
    }
  };

  readonly close = (name: string): void => {
    this.#colors.close(name);
    if (name === "dxf") this.#closeConditional();
    if (name === "cellXfs") this.#inCellFormats = false;
    else if (name === "fonts") this.#inFonts = false;
    else if (name === "dxfs") this.#inConditional = false;
  };

  #openConditional(name: string, attributes: Record<string, string>): void {
    if (name === "dxf") {
      this.#conditional.push(false);
      this.#conditionalFont = null;
      this.#conditionalFill = null;
    } else if (changesText(name, attributes)) this.#conditional[this.#conditional.length - 1] = true;
    else if (name === "font" || name === "fill") this.#conditionalPart = name;
    else if (name === "color" && this.#conditionalPart === "font")
      this.#conditionalFont = this.#readColor(attributes);
    // In formats for a condition, a plain fill has the colour of its background.
    else if (name === "bgColor") this.#conditionalFill = this.#readColor(attributes);
  }

  #closeConditional(): void {
    const [font, fill] = [this.#conditionalFont, this.#conditionalFill ?? WHITE];
    if (font !== null && isUnseenOn(font, fill)) this.#conditional[this.#conditional.length - 1] = true;
  }

  /** Whether nobody sees a cell's text, by the colours of its style and of parts of it. */
  readonly isUnseen = (style: number, parts: readonly Record<string, string>[]): boolean =>
    this.#colors.isUnseen(style, parts);

  readonly zeroLook = (style: number): NumberLook | null => this.#zeroLooks[style] ?? null;

  readonly textLook = (style: number): NumberLook => this.#textLooks[style] ?? AS_STORED;

  readonly isConditionalFormat = (format: number): boolean => this.#conditional[format] === true;

  readonly numberLook = (style: number): NumberLook => this.#looks[style] ?? AS_STORED;

  readonly isStruck = (style: number): boolean => this.#struck[style] === true;

  readonly isDateStyle = (style: number): boolean => this.#styles[style] === true;
}
