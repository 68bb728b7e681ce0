import { bothLooks, lookOfStyle, PLAIN, type Look } from "./looks.ts";

/** The most characters of rules that are read; spreadsheet programs write a few thousand. */
const MOST_CHARACTERS = 1024 * 1024;
const NEVER = /:(?:hover|active|focus|visited|before|after|first-line|first-letter|selection)|::/i;

/**
 * The rules of style sheets that hide, mark or colour text. Of a selector only its last part counts, and of several rules each: rather a
 * question too many than a cell that nobody has seen. Of colours, those of an id count more than those of a class, and these more than an element's.
 */
export class StyleRules {
  readonly #looks = new Map<string, Look>();
  #left = MOST_CHARACTERS;

  /** False: there are too many rules. */
  add(sheet: string): boolean {
    this.#left -= sheet.length;
    if (this.#left < 0) return false;
    const rules = sheet.replace(/<!--|-->/g, "").replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, "");
    for (const part of rules.split("}")) {
      const [declarations = "", selectors = ""] = part.split("{").toReversed();
      const look = lookOfStyle(declarations);
      if (Object.values(look).every((each) => each === false || each === null)) continue;
      for (const selector of selectors.split(",")) this.#addRule(selector.trim(), look);
    }
    return true;
  }

  #addRule(selector: string, look: Look): void {
    if (selector.startsWith("@") || NEVER.test(selector)) return;
    const last = selector.split(/[\s>+~]+/).at(-1) ?? "";
    const [, name = "", rest = ""] = /^([a-z][a-z0-9-]*|\*)?(.*)$/is.exec(last) ?? [];
    const key = /[.#][\w-]+/.exec(rest)?.[0] ?? name.toLowerCase();
    this.#looks.set(key, bothLooks(this.#looks.get(key) ?? PLAIN, look));
  }

  lookOf(name: string, { class: classes = "", id = "" }: Readonly<Record<string, string>>): Look {
    if (this.#looks.size === 0) return PLAIN;
    const keys = ["*", name, ...classes.split(/\s+/).map((each) => `.${each}`), `#${id}`];
    return keys
      .map((key) => this.#looks.get(key) ?? PLAIN)
      .reduce((lower, higher) => bothLooks(lower, higher));
  }
}
