import { isRecord } from "./isRecord.ts";

/** A JSON pointer (RFC 6901), split into its parts. */
export type Pointer = readonly string[];

/**
 * Where things are in the answers, for services with shapes that the readers don't recognise
 * (docs/accepted-shapes.md#where-things-are).
 */
export type Pointers = {
  /** The list of products, or the map of products by id, in the answer of the list. */
  catalog?: Pointer | undefined;
  /** The total number of products, in the same answer. */
  catalogTotal?: Pointer | undefined;
  /** The part of the /wallet answer that contains the balances. */
  wallet?: Pointer | undefined;
  /** The delivered codes in an order. */
  codes?: Pointer | undefined;
};

/** Parses a pointer such as `/data/products`; the empty text is the whole answer. Null if it is not a pointer. */
export function parsePointer(text: string): Pointer | null {
  if (text === "") return [];
  if (!text.startsWith("/") || /~(?![01])/.test(text)) return null;
  return text
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value that a pointer leads to; undefined if there is none. Own properties only. */
export function resolvePointer(value: unknown, pointer: Pointer): unknown {
  let current = value;
  for (const token of pointer) {
    if (Array.isArray(current)) current = /^(0|[1-9]\d*)$/.test(token) ? current[Number(token)] : undefined;
    else current = isRecord(current) && Object.hasOwn(current, token) ? current[token] : undefined;
  }
  return current;
}
