import { readBackground, readColor, type Paint } from "./cssColor.ts";

/** A colour that an element is given; an important one is not overridden by what usually counts more. */
type Given = { paint: Paint; isImportant: boolean };

/** How an element shows its text. */
export type Look = {
  isHidden: boolean;
  /** Only a person knows what of the text counts. */
  isMarked: boolean;
  /** It hides what is in it if it is a part of a table, or if it clips. */
  isTiny: boolean;
  isClipped: boolean;
  /** Moved a little before its place, where it may be clipped. */
  isShifted: boolean;
  float: "left" | "right" | null;
  /** A table that keeps to the widths of its columns. */
  isFixed: boolean;
  /** In pixels; null: as wide, and as large, as usual. */
  width: number | null;
  mostWidth: number | null;
  fontSize: number | null;
  /** Null: those of the element around it. */
  color: Given | null;
  background: Given | null;
};

export const PLAIN: Look = {
  isHidden: false,
  isMarked: false,
  isTiny: false,
  isClipped: false,
  isShifted: false,
  float: null,
  isFixed: false,
  width: null,
  mostWidth: null,
  fontSize: null,
  color: null,
  background: null,
};

/** What is less high or wide shows nothing: the same as in worksheets (hiddenParts.ts), in pixels. */
const LEAST_PIXELS = 4;
const LEAST_PERCENT = 25;
export const LEAST_OPACITY = 0.1;
const PIXELS: Record<string, number> = {
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 37.8,
  mm: 3.78,
  em: 16,
  rem: 16,
  ch: 8,
  px: 1,
};
const SIZES = new Set(["height", "max-height", "width", "max-width"]);
const PARTS = new Set(["tr", "col", "colgroup", "td", "th"]);
const CELLS = new Set(["td", "th"]);
const RAISED = /^(?:super|sub|text-top|text-bottom|[+-]?(?:[1-9]|0?\.0*[1-9]))/;
const MARKING = new Set(["s", "strike", "del", "sup", "sub", "rt", "bdo"]);
const HIDING = new Set("head style script title template noscript datalist".split(" "));

/** The look of declarations such as `display:none; color:red`. */
export function lookOfStyle(style: string): Look {
  const look = { ...PLAIN };
  for (const declaration of style.toLowerCase().split(";")) {
    const colon = declaration.indexOf(":");
    const name = declaration.slice(0, Math.max(colon, 0)).trim();
    const written = declaration.slice(colon + 1);
    const value = written.replace(/!\s*important/, "").trim();
    const isImportant = value !== written.trim();
    if (hides(name, value)) look.isHidden = true;
    if (marks(name, value)) look.isMarked = true;
    if (SIZES.has(name) && isTiny(value)) look.isTiny = true;
    if (name.startsWith("overflow") && /hidden|clip/.test(value)) look.isClipped = true;
    if (isMovedBefore(name, value)) look.isShifted = true;
    if (name === "table-layout") look.isFixed = value === "fixed";
    if (name === "float") look.float = sideOf(value);
    if (name === "width") look.width = pixelsOf(value);
    if (name === "max-width") look.mostWidth = pixelsOf(value);
    if (name === "font-size" && !/em|%/.test(value)) look.fontSize = pixelsOf(value) ?? look.fontSize;
    if (COLORS.has(name)) look.color = given(readColor(value), isImportant) ?? look.color;
    if (BACKGROUNDS.has(name)) look.background = given(readBackground(value), isImportant) ?? look.background;
  }
  return look;
}

function sideOf(value: string): Look["float"] {
  if (value === "right" || value === "inline-end") return "right";
  return value === "left" || value === "inline-start" ? "left" : null;
}

/** Null: none, or one that depends on what is around. */
export function pixelsOf(value: string): number | null {
  const [, number = "", unit = "px"] = /^(\d*\.?\d+)([a-z]+)?$/.exec(value.trim()) ?? [];
  const pixels = PIXELS[unit];
  return number === "" || pixels === undefined ? null : Number(number) * pixels;
}

const COLORS = new Set(["color", "-webkit-text-fill-color"]);
const BACKGROUNDS = new Set(["background", "background-color", "background-image"]);

function given(paint: Paint | null, isImportant: boolean): Given | null {
  return paint === null ? null : { paint, isImportant };
}

/** What hides by a value of its own. */
const HIDES: Record<string, (value: string) => boolean> = {
  display: (value) => value === "none",
  visibility: (value) => value === "hidden" || value === "collapse",
  "content-visibility": (value) => value === "hidden",
  "mso-hide": (value) => value === "all" || value === "screen",
  "-webkit-text-security": (value) => value !== "none",
  opacity: isFaint,
  zoom: isFaint,
  scale: isFaint,
  filter: (value) => isFaint(/opacity\(([^()]*)\)/.exec(value)?.[1] ?? "1"),
  "font-size": isTinyText,
  font: (value) => isTinyText(/(?:^|\s)(0|[\d.]+(?:p[xtc]|r?em|[cm]m|in|%))(?=[\s/])/.exec(value)?.[1] ?? ""),
  clip: (value) => /rect\([\s,01px]*\)/.test(value),
  "clip-path": (value) =>
    /(?:circle|ellipse)\(\s*0|inset\(\s*(?:[5-9]\d|100)%|polygon\([\s,0px%]*\)/.test(value),
  transform: (value) =>
    /scale[xyz3d]*\(\s*(?:0?\.0\d*|0)\s*[,)]/.test(value) ||
    (value.includes("translate") && isFarAway(value)),
  translate: isFarAway,
};

/** Whether a text begins before its place: cut off, if something clips there. */
function isMovedBefore(name: string, value: string): boolean {
  return SHIFTS.test(name) && /(?:^|[\s(,])-\d*\.?\d*[1-9]/.test(value);
}

const SHIFTS =
  /^(?:text-indent|left|margin|margin-left|margin-inline|margin-inline-start|translate|transform)$/;

function hides(name: string, value: string): boolean {
  if (Object.hasOwn(HIDES, name)) return HIDES[name]?.(value) === true;
  return AWAY.test(name) && isFarAway(value);
}

/** What moves a text, so that it can stand where nobody sees it. */
const AWAY =
  /^(?:left|right|top|bottom|inset|text-indent|letter-spacing|word-spacing|margin|inset-.*|margin-.*)$/;
const LENGTH = /([+-]?[\d.]+)\s*([a-z%]*)/g;
/** In pixels, and in percent of what is in sight. */
const FAR = { before: 200, beyond: 3_000, percent: 100 };

function isFarAway(value: string): boolean {
  return [...value.matchAll(LENGTH)].some(([, number = "", unit = ""]) => {
    const length = Number(number);
    if (unit === "%") return length <= -FAR.percent;
    if (/^[sld]?v[wh]$/.test(unit)) return Math.abs(length) >= FAR.percent;
    const pixels = length * (PIXELS[unit] ?? 1);
    return pixels <= -FAR.before || pixels >= FAR.beyond;
  });
}

/** Hardly there, such as `0`, `0.05` or `5%`. */
function isFaint(value: string): boolean {
  return Number.parseFloat(value) / (value.endsWith("%") ? 100 : 1) < LEAST_OPACITY;
}

function isTinyText(value: string): boolean {
  return isTiny(value) || (value.endsWith("%") && Number.parseFloat(value) < LEAST_PERCENT);
}

function marks(name: string, value: string): boolean {
  if (name.startsWith("text-decoration")) return value.includes("line-through");
  if (name === "text-line-through-style") return value !== "none";
  if (name === "mso-text-raise") return !isZero(value);
  // What is seen is in another order than what is written, or turned, or on top of something else.
  if (name === "unicode-bidi") return value.includes("override");
  if (name === "flex-direction" || name === "flex-flow") return value.includes("reverse");
  if (name === "order") return !isZero(value);
  if (name === "position") return value === "absolute" || value === "fixed";
  if (CUTS.test(name)) return !/^(?:[a-z-]+|inset\([\s0px%]*(?:round[^()]*)?\))$/.test(value);
  if (name === "rotate") return value !== "none" && !isZero(value);
  if (name === "transform") return /rotate|scale[xy3d]*\([^)]*-|matrix/.test(value);
  return name === "vertical-align" && RAISED.test(value);
}

/** What shows only a part of an element, by a shape or an image. */
const CUTS = /^(?:-webkit-)?(?:clip-path|mask|mask-image)$/;

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
): Omit<Look, "isTiny"> {
  const { style = "", hidden, height = "", width = "" } = attributes;
  const own = bothLooks(bothLooks(lookOfAttributes(name, attributes), ofRules), lookOfStyle(style));
  const isPart = PARTS.has(name);
  const hasNoSize = isPart
    ? own.isTiny || isTiny(height.trim()) || isTiny(width.trim())
    : own.isTiny && own.isClipped && name !== "table";
  const isHidden = own.isHidden || HIDING.has(name) || (hidden !== undefined && hidden !== "until-found");
  return {
    ...own,
    isHidden: isHidden || hasNoSize,
    // Cells that float are in another order than they are written.
    isMarked: own.isMarked || MARKING.has(name) || (CELLS.has(name) && own.float === "right"),
  };
}

/** Colours as older programs write them: `<font color="#FFFFFF">`, `<td bgcolor="white">`. */
function lookOfAttributes(name: string, attributes: Readonly<Record<string, string>>): Look {
  const { color = "", text = "", bgcolor = "" } = attributes;
  const ofText = name === "font" ? color : name === "body" ? text : "";
  return { ...PLAIN, color: ofAttribute(ofText), background: ofAttribute(bgcolor) };
}

function ofAttribute(value: string): Given | null {
  return given(readColor(value.toLowerCase().replace(/^(?=[0-9a-f]{6}$)/, "#")), false);
}

/** What hides and marks in either; of colours, those of the second, which counts more, but for what is important. */
export function bothLooks(first: Look, second: Look): Look {
  return {
    isHidden: first.isHidden || second.isHidden,
    isMarked: first.isMarked || second.isMarked,
    isTiny: first.isTiny || second.isTiny,
    isClipped: first.isClipped || second.isClipped,
    isShifted: first.isShifted || second.isShifted,
    float: second.float ?? first.float,
    isFixed: first.isFixed || second.isFixed,
    width: second.width ?? first.width,
    mostWidth: second.mostWidth ?? first.mostWidth,
    fontSize: second.fontSize ?? first.fontSize,
    color: counting(first.color, second.color),
    background: counting(first.background, second.background),
  };
}

function counting(first: Given | null, second: Given | null): Given | null {
  if (first === null || second === null) return second ?? first;
  return first.isImportant && !second.isImportant ? first : second;
}
