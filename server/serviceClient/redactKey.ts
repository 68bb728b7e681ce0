import "server-only";

/** Replaces a key. */
const REDACTED = "[key]";
/** How often an escaped form may itself be escaped: `%5Cu002B`. */
const LAYERS = 3;

/** Replaces a key in everything that was read from the service, in whatever form it is repeated. */
export type Redact = (json: unknown) => unknown;

/**
 * Searches parsed JSON, including names, for the keys: as they are, with any of their characters escaped (JSON, percent, HTML,
 * once or several times), and in base64 or hexadecimal, alone or inside a longer text. Letter case does not matter. Changes the
 * value it is given. Linear in the length of the text and without recursion, because the service determines both.
 */
export function createRedact(keys: readonly string[]): Redact {
  const needles = keys.map((key) => ({
    plain: key.toLowerCase(),
    hex: Buffer.from(key).toString("hex"),
    base64: base64Forms(key),
  }));
  const shortest = Math.min(...keys.map(({ length }) => length));
  const clean = (text: string): string => {
    if (text.length < shortest) return text;
    const found = needles.flatMap(({ plain, hex, base64 }) => [
      ...findIn(unescaped(text), plain),
      ...findIn(onlyHexadecimal(text), hex),
      ...base64.flatMap((form) => findBase64(text, form)),
    ]);
    return replaceRanges(text, found);
  };
  return (json) => {
    const root = { json };
    const open: object[] = [root];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const [name, value] of Object.entries(next)) {
        const cleaned: unknown = typeof value === "string" ? clean(value) : value;
        const cleanName = Array.isArray(next) ? name : clean(name);
        if (cleanName !== name) Reflect.deleteProperty(next, name);
        if (cleanName !== name || cleaned !== value) define(next, cleanName, cleaned);
        if (typeof cleaned === "object" && cleaned !== null) open.push(cleaned);
      }
    }
    return root.json;
  };
}

/** Assigning to `__proto__` would not define a member. */
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}

/** A part of the original text; `end` is exclusive. */
type Range = { start: number; end: number };
/** A text derived from another, and where each of its characters came from. Without `from`, it is the original. */
type Derived = { text: string; from?: Range[] };

function findIn({ text, from }: Derived, needle: string): Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
    const last = at + needle.length - 1;
    found.push({ start: from?.[at]?.start ?? at, end: from?.[last]?.end ?? last + 1 });
  }
  return found;
}

/** One escaped character, however often it was escaped, or a run of others. Runs are matched as a whole, so that none is read twice. */
const PIECE =
  /\\+(?:u00([0-9a-f]{2})|x([0-9a-f]{2}))?|%(?:25)*([0-9a-f]{2})?|&(?:amp;)*(?:#(?:x0{0,6}([0-9a-f]{2})|0{0,6}(\d{2,3}));?)?|[^\\%&]/gy;

/** The text in lower case, with its escapes decoded. */
function unescaped(text: string): Derived {
  let derived: Derived = { text: text.toLowerCase() };
  // A letter whose lower case is longer would shift the following positions.
  if (derived.text.length !== text.length) derived = { text };
  for (let layer = 0; layer < LAYERS && /[\\%&]/.test(derived.text); layer += 1) derived = decoded(derived);
  return derived;
}

function decoded({ text, from }: Derived): Derived {
  const characters: string[] = [];
  const ranges: Range[] = [];
  for (const { 0: piece, index, 1: u, 2: x, 3: percent, 4: hex, 5: decimal } of text.matchAll(PIECE)) {
    const code = u ?? x ?? percent ?? hex;
    const character =
      code !== undefined
        ? String.fromCharCode(Number.parseInt(code, 16)).toLowerCase()
        : decimal !== undefined
          ? String.fromCharCode(Number(decimal)).toLowerCase()
          : piece.startsWith("\\")
            ? ""
            : (piece[0] ?? "");
    if (character === "") continue;
    characters.push(character);
    const last = index + piece.length - 1;
    ranges.push({ start: from?.[index]?.start ?? index, end: from?.[last]?.end ?? last + 1 });
  }
  return { text: characters.join(""), from: ranges };
}

/** The hexadecimal digits of the text, without the separators that people put between bytes. */
function onlyHexadecimal(text: string): Derived {
  if (!/[\s:_-]/.test(text)) return { text: text.toLowerCase() };
  const digits = [...text.toLowerCase().matchAll(/[^\s:_-]/g)];
  return {
    text: digits.map(([digit]) => digit).join(""),
    from: digits.map(({ index }) => ({ start: index, end: index + 1 })),
  };
}

/**
 * Base64 encodes three bytes at a time, so inside a longer text the key can begin at three offsets. Returns these three forms,
 * without the characters that depend on the bytes around the key.
 */
function base64Forms(key: string): string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.from(" ".repeat(before) + key);
    const encoded = bytes.toString("base64").replace(/=+$/, "");
    const end = bytes.length % 3 === 0 ? encoded.length : encoded.length - 1;
    return encoded.slice(before === 0 ? 0 : before + 1, end);
  });
}

/** The complete runs of base64 or base64url that contain the form. */
function findBase64(text: string, form: string): Range[] {
  const standard = text.replaceAll("-", "+").replaceAll("_", "/");
  const found: Range[] = [];
  for (let at = standard.indexOf(form); at !== -1;) {
    let [start, end] = [at, at + form.length];
    while (start > 0 && isBase64(standard.charCodeAt(start - 1))) start -= 1;
    while (end < text.length && isBase64(standard.charCodeAt(end))) end += 1;
    while (standard[end] === "=") end += 1;
    found.push({ start, end });
    at = standard.indexOf(form, end);
  }
  return found;
}

/** A–Z, a–z, 0–9, `+` and `/`. */
function isBase64(code: number): boolean {
  return (
    (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || (code >= 47 && code <= 57) || code === 43
  );
}

function replaceRanges(text: string, ranges: Range[]): string {
  if (ranges.length === 0) return text;
  const pieces: string[] = [];
  let kept = 0;
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    // The same place may have been found in two forms.
    if (start >= kept) pieces.push(text.slice(kept, start), REDACTED);
    kept = Math.max(kept, end);
  }
  return pieces.join("") + text.slice(kept);
}
