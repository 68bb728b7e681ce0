import { AS_STORED, lookOfCode, lookOfKnown, type NumberLook } from "./numberLook.ts";
import type { XmlHandlers } from "./readXml.ts";

/** The formats of ECMA-376 §18.8.30 that show a number as a date or a time. */
const isDateFormatId = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether a format's code contains parts of a date, outside of quoted text, colours and conditions. */
export function isDateFormat(code: string): boolean {
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]/gi, "");
  return /[ymdhs]/i.test(bare);
}

/** Collects which cell styles show dates, and how the others show numbers (xl/styles.xml). */
export class DateStyles implements XmlHandlers {
  readonly #formats = new Map<number, string>();
  readonly #styles: boolean[] = [];
  readonly #looks: NumberLook[] = [];
  #inCellFormats = false;

  readonly open = (name: string, attributes: Record<string, string>): void => {
    if (name === "numFmt") this.#formats.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
    else if (name === "cellXfs") this.#inCellFormats = true;
    else if (name === "xf" && this.#inCellFormats) {
      const id = Number(attributes.numFmtId);
      const code = this.#formats.get(id);
      this.#styles.push(code === undefined ? isDateFormatId(id) : isDateFormat(code));
      this.#looks.push(code === undefined ? lookOfKnown(id) : lookOfCode(code));
    }
  };

  readonly close = (name: string): void => {
    if (name === "cellXfs") this.#inCellFormats = false;
  };

  readonly numberLook = (style: number): NumberLook => this.#looks[style] ?? AS_STORED;

  readonly isDateStyle = (style: number): boolean => this.#styles[style] === true;
}
