import { isRecord } from "./isRecord.ts";

/** A JSON pointer (RFC 6901), taken apart. */
export type Pointer = readonly string[];

/** Where in the answers a thing is, for services whose shapes no reader was written for (docs/accepted-shapes.md#where-things-are). */
export type Pointers = {
  /** The list of products, or the map of products by id, in the answer of the list. */
  catalog?: Pointer | undefined;
  /** The number of all products, in the same answer. */
  catalogTotal?: Pointer | undefined;
  /** The part of the answer of /wallet that holds the balances. */
  wallet?: Pointer | undefined;
  /** The delivered codes in an order. */
  codes?: Pointer | undefined;
};

/** Reads a pointer such as `/data/products`; the empty text is the whole answer. Null where it is none. */
export function parsePointer(text: string): Pointer | null {
  if (text === "") return [];
  if (!text.startsWith("/") || /~(?![01])/.test(text)) return null;
  return text
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value that a pointer leads to; undefined where there is none. Own members only. */
export function resolvePointer(value: unknown, pointer: Pointer): unknown {
  let current = value;
  for (const token of pointer) {
    if (Array.isArray(current)) current = /^(0|[1-9]\d*)$/.test(token) ? current[Number(token)] : undefined;
    else current = isRecord(current) && Object.hasOwn(current, token) ? current[token] : undefined;
  }
  return current;
}
