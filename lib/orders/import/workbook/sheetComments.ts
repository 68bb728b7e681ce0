import type { XmlHandlers } from "./readXml.ts";

/** What stands before the comment in the copy that programs write of one with answers, for those that only know notes. */
const COPY = /^\[Threaded comment\].*?Comment:/is;
/** Who has written a note, on a line of its own. */
const AUTHOR = /^[^\n]{1,80}:[ \t]*\n/;
/** More than any real worksheet has. */
const MOST_CHARACTERS = 1024 * 1024;

/** Collects what the comments and notes of a worksheet say. */
export class SheetComments implements XmlHandlers {
  readonly #texts = new Map<number, string[]>();
  #row = 0;
  #text = "";
  #inText = false;
  #inHint = false;
  #characters = 0;

  readonly open = (name: string, { ref = "" }: Record<string, string>): void => {
    if (name === "comment" || name === "threadedComment") this.#row = Number(/\d+$/.exec(ref)?.[0] ?? 0);
    else if (name === "text") this.#inText = true;
    else if (name === "rPh") this.#inHint = true;
  };

  readonly text = (text: string): void => {
    if (!this.#inText || this.#inHint || this.#characters > MOST_CHARACTERS) return;
    this.#text += text;
    this.#characters += text.length;
  };

  readonly close = (name: string): void => {
    if (name === "rPh") this.#inHint = false;
    if (name !== "text") return;
    const text = this.#text.trim();
    this.#inText = false;
    this.#text = "";
    const said = text.replace(AUTHOR, "").replace(COPY, "").replace(/\s+/g, " ").trim();
    const before = this.#texts.get(this.#row) ?? [];
    if (said !== "" && !before.includes(said)) this.#texts.set(this.#row, [...before, said]);
  };

  byRow(): ReadonlyMap<number, readonly string[]> {
    return this.#texts;
  }
}
