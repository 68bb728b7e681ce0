import { SaxesParser, type SaxesTagPlain } from "saxes";
import { ImportRefusal } from "#lib/orders/import/table/importRefusal.ts";

export type XmlHandlers = {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

const DAMAGED =
  "This workbook is damaged and can't be read. Open it in a spreadsheet program and save it again.";

/**
 * Reads a part of a workbook piece by piece. Names are reported without their prefix. A document type is refused: it could define
 * entities, and workbooks have none.
 */
export class XmlReader {
  readonly #parser = new SaxesParser({ position: false, xmlns: false });

  constructor({ open = ignore, text = ignore, close = ignore }: XmlHandlers) {
    for (const event of ["doctype", "error"] as const) {
      this.#parser.on(event, () => {
        throw new ImportRefusal(DAMAGED);
      });
    }
    this.#parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => open(local(name), attributes));
    this.#parser.on("closetag", ({ name }) => close(local(name)));
    this.#parser.on("text", text);
    this.#parser.on("cdata", text);
  }

  write(piece: string): void {
    this.#parser.write(piece);
  }

  end(): void {
    this.#parser.close();
  }
}

function ignore(): void {}

/** The name without its prefix. */
function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
