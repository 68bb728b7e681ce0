/** How an element shows its text. */
export type Look = {
  isHidden: boolean;
  /** Only a person knows what of the text counts. */
  isMarked: boolean;
  /** It hides what is in it if it is a part of a table, or if it clips. */
  isTiny: boolean;
  isClipped: boolean;
};

export const PLAIN: Look = { isHidden: false, isMarked: false, isTiny: false, isClipped: false };

/** What is less high or wide shows nothing: the same as in worksheets (hiddenParts.ts), in pixels. */
const LEAST_PIXELS = 4;
const PIXELS: Record<string, number> = { pt: 4 / 3, pc: 16, in: 96, cm: 37.8, mm: 3.78, em: 16, rem: 16 };
const SIZES = new Set(["height", "max-height", "width", "max-width"]);
const PARTS = new Set(["tr", "col", "colgroup", "td", "th"]);
const RAISED = /^(?:super|sub|text-top|text-bottom|[+-]?(?:[1-9]|0?\.0*[1-9]))/;
const MARKING = new Set(["s", "strike", "del", "sup", "sub"]);
const HIDING = new Set(["head", "style", "script", "title", "template", "noscript"]);

/** The look of declarations such as `display:none; color:red`. */
export function lookOfStyle(style: string): Look {
  const look = { ...PLAIN };
  for (const declaration of style.toLowerCase().split(";")) {
    const colon = declaration.indexOf(":");
    const name = declaration.slice(0, Math.max(colon, 0)).trim();
    const value = declaration
      .slice(colon + 1)
      .replace("!important", "")
      .trim();
    if (hides(name, value)) look.isHidden = true;
    if (marks(name, value)) look.isMarked = true;
    if (SIZES.has(name) && isTiny(value)) look.isTiny = true;
    if (name.startsWith("overflow") && /hidden|clip/.test(value)) look.isClipped = true;
  }
  return look;
}

function hides(name: string, value: string): boolean {
  if (name === "display") return value === "none";
  if (name === "visibility") return value === "hidden" || value === "collapse";
  if (name === "mso-hide") return value === "all" || value === "screen";
  return (name === "opacity" || name === "font-size") && isZero(value);
}

function marks(name: string, value: string): boolean {
  if (name.startsWith("text-decoration")) return value.includes("line-through");
  if (name === "text-line-through-style") return value !== "none";
  if (name === "mso-text-raise") return !isZero(value);
  return name === "vertical-align" && RAISED.test(value);
}

const isZero = (value: string) => Number.parseFloat(value) === 0;

/** Whether a length is too small to show anything, such as `0`, `0px` or `.75pt`. */
function isTiny(value: string): boolean {
  const found = /^([\d.]+)\s*([a-z%]*)$/.exec(value);
  if (found === null || found[2] === "%") return found !== null && Number(found[1]) === 0;
  return Number(found[1]) * (PIXELS[found[2] ?? ""] ?? 1) < LEAST_PIXELS;
}

/** The look that an element has by its name, its own attributes and the rules about it. */
export function lookOfElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ofRules: Look,
): Pick<Look, "isHidden" | "isMarked"> {
  const { style = "", hidden, height = "", width = "" } = attributes;
  const own = bothLooks(lookOfStyle(style), ofRules);
  const isPart = PARTS.has(name);
  const hasNoSize = isPart
    ? own.isTiny || isTiny(height.trim()) || isTiny(width.trim())
    : own.isTiny && own.isClipped && name !== "table";
  const isHidden = own.isHidden || HIDING.has(name) || (hidden !== undefined && hidden !== "until-found");
  return { isHidden: isHidden || hasNoSize, isMarked: own.isMarked || MARKING.has(name) };
}

export function bothLooks(one: Look, other: Look): Look {
  return {
    isHidden: one.isHidden || other.isHidden,
    isMarked: one.isMarked || other.isMarked,
    isTiny: one.isTiny || other.isTiny,
    isClipped: one.isClipped || other.isClipped,
  };
}
