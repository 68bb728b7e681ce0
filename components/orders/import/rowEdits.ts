import type { RowValues } from "#lib/orders/import/checkRow.ts";
import { withTyped, type RowEdit } from "#lib/orders/import/fixRow.ts";

const NOTHING: RowEdit = { values: {}, isOffered: false, accepted: [] };

/** What a member typed into rows of a table and accepted of them, by row number. */
export class RowEdits {
  readonly #byRow: Map<number, RowEdit>;
  #onChange: (() => void) | null = null;

  constructor(edits: readonly (readonly [number, RowEdit])[] = []) {
    this.#byRow = new Map(edits);
  }

  /** `onChange` is called after each change, until what this returns is called. */
  follow(onChange: () => void): () => void {
    this.#onChange = onChange;
    return () => {
      if (this.#onChange === onChange) this.#onChange = null;
    };
  }

  get size(): number {
    return this.#byRow.size;
  }

  has(row: number): boolean {
    return this.#byRow.has(row);
  }

  of(row: number): RowEdit {
    return this.#byRow.get(row) ?? NOTHING;
  }

  all(): [number, RowEdit][] {
    return [...this.#byRow];
  }

  type(row: number, values: Partial<RowValues>): void {
    this.#set(row, withTyped(this.of(row), values));
  }

  /** One of the amounts that were offered. */
  choose(row: number, amount: string): void {
    this.#set(row, { ...withTyped(this.of(row), { amount }), isOffered: true });
  }

  /** `said`: what was said of the row when the member accepted it. */
  accept(row: number, said: string | undefined): void {
    const edit = this.of(row);
    if (said !== undefined) this.#set(row, { ...edit, accepted: [...edit.accepted, said] });
  }

  clear(): void {
    this.#byRow.clear();
    this.#onChange?.();
  }

  #set(row: number, edit: RowEdit): void {
    this.#byRow.set(row, edit);
    this.#onChange?.();
  }
}
