import { decodeHtmlText } from "./htmlText.ts";

export type HtmlHandlers = {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text: (text: string) => void;
  close: (name: string) => void;
};

/** Elements whose content holds no tags. */
const RAW = new Set(["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"]);
const NAME = /[A-Za-z][^\s/>]*/y;
const ATTRIBUTE = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*))?)?/y;
const TAG_END = /[\s/]*>/y;
const COMMENT_END = /--!?>/g;

/**
 * Reads the tags and texts of HTML, as browsers tell them apart, in their order. It is only read: nothing is run, loaded or shown. What stands
 * behind a tag that never ends is not read.
 */
export function readHtml(html: string, { open, text, close }: HtmlHandlers): void {
  const reader = new TagReader(html);
  for (let at = 0; at < html.length;) {
    const found = html.indexOf("<", at);
    const next = found === -1 ? html.length : found;
    if (next > at) text(decodeHtmlText(html.slice(at, next)));
    if (next === html.length) return;
    at = next;
    if (html.startsWith("<!--", at)) at = endOf(COMMENT_END, html, at + 2);
    else if (/[!?]/.test(html.charAt(at + 1))) at = endBehind(html, ">", at);
    else if (html.charAt(at + 1) === "/") {
      const tag = reader.read(at + 2);
      if (tag === "none") at = endBehind(html, ">", at);
      else if (tag === "endless") return;
      else {
        close(tag.name);
        at = tag.end;
      }
    } else {
      const tag = reader.read(at + 1);
      if (tag === "endless") return;
      if (tag === "none") {
        text("<");
        at += 1;
        continue;
      }
      open(tag.name, tag.attributes);
      at = tag.end;
      if (!RAW.has(tag.name)) continue;
      const end = endOfRaw(html, tag.name, at);
      text(html.slice(at, end));
      at = end;
    }
  }
}

function endBehind(html: string, sign: string, from: number): number {
  const at = html.indexOf(sign, from);
  return at === -1 ? html.length : at + sign.length;
}

function endOf(pattern: RegExp, html: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(html) === null ? html.length : pattern.lastIndex;
}

function endOfRaw(html: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}(?=[\\s/>])`, "gi");
  pattern.lastIndex = from;
  return pattern.exec(html)?.index ?? html.length;
}

type Tag = { name: string; attributes: Record<string, string>; end: number };

class TagReader {
  readonly #html: string;

  constructor(html: string) {
    this.#html = html;
  }

  /** The tag whose name begins here; `none`: there is no name. */
  read(from: number): Tag | "none" | "endless" {
    NAME.lastIndex = from;
    const name = NAME.exec(this.#html)?.[0].toLowerCase();
    if (name === undefined) return "none";
    const attributes: Record<string, string> = {};
    for (let at = NAME.lastIndex; ; at = ATTRIBUTE.lastIndex) {
      TAG_END.lastIndex = at;
      if (TAG_END.test(this.#html)) return { name, attributes, end: TAG_END.lastIndex };
      ATTRIBUTE.lastIndex = at;
      const found = ATTRIBUTE.exec(this.#html);
      if (found === null) return "endless";
      const [, key = "", double, single, bare = ""] = found;
      const known = key.toLowerCase();
      // The first of several counts.
      if (!Object.hasOwn(attributes, known)) attributes[known] = decodeHtmlText(double ?? single ?? bare);
    }
  }
}
