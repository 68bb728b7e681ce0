import "server-only";

const DIGIT_0 = 48;
const DIGIT_9 = 57;
const MINUS = 45;
const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Parses JSON without losing a digit: a number that JavaScript cannot represent exactly as written (an order id or a PIN beyond
 * 2^53, 1.10, 1e400) becomes its text. Works at any depth: V8 parses iteratively, while a reviver would recurse. `__proto__`
 * becomes an ordinary own property.
 * @throws SyntaxError if the text is not JSON.
 */
export function parseJson(text: string): unknown {
  const parsed: unknown = JSON.parse(quoteLossyNumbers(text));
  return parsed;
}

/** Invalid JSON stays invalid: only complete number tokens are quoted. */
function quoteLossyNumbers(text: string): string {
  const pieces: string[] = [];
  let kept = 0;
  let at = 0;
  while (at < text.length) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) {
      at = endOfString(text, at);
    } else if (character === MINUS || (character >= DIGIT_0 && character <= DIGIT_9)) {
      const end = endOfNumber(text, at);
      if (isLossy(text, at, end)) {
        pieces.push(text.slice(kept, at), `"${text.slice(at, end)}"`);
        kept = end;
      }
      at = end;
    } else {
      at += 1;
    }
  }
  return kept === 0 ? text : pieces.join("") + text.slice(kept);
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function endOfNumber(text: string, start: number): number {
  NUMBER.lastIndex = start;
  return NUMBER.test(text) ? NUMBER.lastIndex : start + 1;
}

function isLossy(text: string, start: number, end: number): boolean {
  // Up to 15 digits and nothing else: the common case, always exact.
  if (end - start <= 15 && /^(?:0|-?[1-9]\d*)$/.test(text.slice(start, end))) return false;
  const literal = text.slice(start, end);
  return literal !== "-" && String(Number(literal)) !== literal;
}
