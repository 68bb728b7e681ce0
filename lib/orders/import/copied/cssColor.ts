import { colorOf, type Color } from "#lib/orders/import/table/colors.ts";
import { NAMED_COLORS } from "./namedColors.ts";

/** A colour with its opacity, 0 to 1. `unknown`: one that is calculated in a way that is not understood. */
export type Paint = { color: Color; alpha: number } | "unknown" | "image";

export type PlainPaint = Exclude<Paint, string>;

const NO_COLOR = new Set("inherit initial unset revert currentcolor auto none".split(" "));

/** The colour of a CSS value in lower case, such as `#fff`, `rgb(255 255 255 / 50%)` or `white`; null: it leaves the colour as it is. */
export function readColor(value: string): Paint | null {
  const [, fallback = value] = /^var\([^,()]*,(.*)\)$/.exec(value.trim()) ?? [];
  const text = fallback.trim();
  if (text === "" || NO_COLOR.has(text)) return null;
  if (text === "transparent") return { color: [0, 0, 0], alpha: 0 };
  const named = NAMED_COLORS.get(text);
  if (named) return { color: named, alpha: 1 };
  // Other words, and variables, leave the colour as it is.
  return (
    ofHex(text) ?? ofFunction(text) ?? (text.includes("(") && !text.startsWith("var(") ? "unknown" : null)
  );
}

function ofHex(text: string): Paint | null {
  const [, digits = ""] = /^#([0-9a-f]{3,8})$/.exec(text) ?? [];
  const long = digits.length < 5 ? digits.replace(/./g, "$&$&") : digits;
  const color = long.length === 6 || long.length === 8 ? colorOf(long.slice(0, 6)) : null;
  if (color === null) return null;
  return { color, alpha: long.length === 8 ? Number.parseInt(long.slice(6), 16) / 255 : 1 };
}

const PART = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:%|deg|turn|rad)?|none/g;

function ofFunction(text: string): Paint | null {
  const [, name = "", inside = ""] = /^([a-z]+?)a?\(([^()]*)\)$/.exec(text) ?? [];
  const parts = inside.match(PART) ?? [];
  const [first = "", second = "", third = "", opacity = "1"] = parts;
  if (parts.length < 3) return null;
  const color = colorOfParts(name, inside, [first, second, third]);
  return color === null ? null : { color, alpha: partOf(opacity, 1) };
}

function colorOfParts(name: string, inside: string, parts: readonly [string, string, string]): Color | null {
  const [first, second, third] = parts;
  if (name === "rgb") {
    return [partOf(first, 255), partOf(second, 255), partOf(third, 255)];
  }
  if (name === "hsl") return ofHue(Number.parseFloat(first), partOf(second, 100), partOf(third, 100));
  if (name === "hwb")
    return ofWhiteAndBlack(Number.parseFloat(first), partOf(second, 100), partOf(third, 100));
  if (name === "color" && inside.startsWith("srgb ")) {
    return [partOf(first, 1) * 255, partOf(second, 1) * 255, partOf(third, 1) * 255];
  }
  // Only how light it is counts here.
  if (name === "oklab" || name === "oklch") return grey(partOf(first, 1) ** 3);
  if (name === "lab" || name === "lch") return grey(((partOf(first, 100) + 16) / 116) ** 3);
  return null;
}

/** A number, or a percentage of the whole. */
function partOf(text: string, whole: number): number {
  const number = text === "none" ? 0 : Number.parseFloat(text);
  return text.endsWith("%") ? (number / 100) * whole : number;
}

function ofHue(hue: number, saturation: number, lightness: number): Color {
  const light = lightness / 100;
  const width = (saturation / 100) * Math.min(light, 1 - light);
  const part = (shift: number) => {
    const at = (((shift + hue / 30) % 12) + 12) % 12;
    return 255 * (light - width * Math.max(-1, Math.min(at - 3, 9 - at, 1)));
  };
  return [part(0), part(8), part(4)];
}

function ofWhiteAndBlack(hue: number, white: number, black: number): Color {
  const sum = white + black;
  const share = Math.max(0, 1 - sum / 100);
  const mix = (part: number) => part * share + 255 * (white / Math.max(sum, 100));
  const [red, green, blue] = ofHue(hue, 100, 50);
  return [mix(red), mix(green), mix(blue)];
}

/** The grey of a luminance from 0 to 1. */
function grey(luminance: number): Color {
  const value = luminance <= 0.003_130_8 ? luminance * 12.92 : 1.055 * luminance ** (1 / 2.4) - 0.055;
  const part = Math.min(Math.max(value, 0), 1) * 255;
  return [part, part, part];
}

/** Values in a background that are no colours: places and sizes. */
const LENGTHS = /(?:calc|min|max|clamp|env)\((?:[^()]|\([^()]*\))*\)/g;
/** Words and functions, with one function in another. */
const VALUES = /[a-z-]+\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|[^\s,]+/g;

/** The colour of a value of `background`, which can name other things as well. */
export function readBackground(value: string): Paint | null {
  if (/url\(|gradient\(|image\(/.test(value)) return "image";
  const found = (value.replace(LENGTHS, "").match(VALUES) ?? []).map(readColor);
  return found.find((paint) => paint !== null) ?? null;
}

/** What is seen where a colour is put on another one. */
export function painted({ color, alpha }: PlainPaint, on: Color): Color {
  const mix = (at: 0 | 1 | 2) => color[at] * alpha + on[at] * (1 - alpha);
  return [mix(0), mix(1), mix(2)];
}
