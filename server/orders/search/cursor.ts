import "server-only";
import { AppError } from "#server/context/errors.ts";
import type { OrderKey } from "./filter.ts";

const CURSOR = /^(\d{1,14})\.(\d{0,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The position of an order in a list, as it appears in the address of the next page. */
export function writeCursor({ row, createdAt, price }: OrderKey): string {
  return `${createdAt}.${price ?? ""}.${row}`;
}

/** @throws AppError `validation` for what {@link writeCursor} did not write. */
export function readCursor(cursor: string): OrderKey {
  const [, at, price, row] = CURSOR.exec(cursor) ?? [];
  if (at === undefined || row === undefined) {
    throw new AppError("validation", "This page of the list was not found. Go back to the first page.");
  }
  return { row, createdAt: Number(at), price: price === "" ? null : Number(price) };
}
