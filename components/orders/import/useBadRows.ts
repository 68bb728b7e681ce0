"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { questionsOf } from "#lib/orders/import/checkRow.ts";
import type { BadRow } from "#lib/orders/import/checkTable.ts";
import type { ImportField } from "#lib/orders/import/columns.ts";
import {
  rechecked,
  rowProblem,
  withAmount,
  withCellsAccepted,
  withEdit,
  withLikely,
  withProduct,
  withValue,
  type FixableRow,
} from "#lib/orders/import/fixRow.ts";
import { questionBatches, type LookupQuestion } from "#lib/orders/import/productLookup.ts";
import type { CatalogLookup } from "./catalogLookup.ts";
import type { RowEdits } from "./rowEdits.ts";
import { useEditedProducts } from "./useEditedProducts.ts";

const SETTLE_MS = 250;

/** The rows that need work, fixed in place: each change is checked at once, and a new product is looked up a moment later. */
export function useBadRows(bad: readonly BadRow[], lookup: CatalogLookup, edits: RowEdits) {
  const [rows, setRows] = useState<ReadonlyMap<number, FixableRow>>(
    () => new Map(bad.map((each) => [each.row.row, withEdit(each, edits.of(each.row.row), lookup)])),
  );
  const [unanswered, setUnanswered] = useState(false);
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>());

  const update = useCallback(
    (number: number, change: (row: FixableRow) => FixableRow) =>
      setRows((now) => {
        const row = now.get(number);
        return row === undefined ? now : new Map(now).set(number, change(row));
      }),
    [],
  );

  const ask = useCallback(
    async (question: LookupQuestion, number: number) => {
      try {
        await lookup.ask(question);
        setUnanswered(false);
        update(number, (now) => rechecked(now.row, now, lookup));
      } catch {
        setUnanswered(true);
      }
    },
    [lookup, update],
  );
  const lookUp = useCallback(
    (number: number, row: FixableRow["row"]) => {
      clearTimeout(timers.current.get(number));
      const questions = questionsOf(row);
      if (questions.every((question) => lookup.isAnswered(question))) return;
      const timer = setTimeout(() => {
        const [batch] = questionBatches(questions);
        if (!batch) return;
        void ask(batch, number);
      }, SETTLE_MS);
      timers.current.set(number, timer);
    },
    [ask, lookup],
  );
  useEditedProducts({ rows, bad, edits, lookup, update, setUnanswered });
  useEffect(() => {
    const all = timers.current;
    return () => all.forEach((timer) => clearTimeout(timer));
  }, []);

  const setValue = useCallback(
    (fixable: FixableRow, field: ImportField, value: string) => {
      edits.type(fixable.row.row, { [field]: value });
      const next = withValue(fixable, field, value, lookup);
      update(next.row.row, () => next);
      lookUp(next.row.row, next.row);
    },
    [edits, lookup, lookUp, update],
  );
  const setAmount = useCallback(
    (fixable: FixableRow, amount: string) => {
      edits.choose(fixable.row.row, amount);
      update(fixable.row.row, (now) => withAmount(now, amount, lookup));
    },
    [edits, lookup, update],
  );
  const setProduct = useCallback(
    (fixable: FixableRow, product: Product) => {
      lookup.learn(product);
      edits.type(fixable.row.row, { productId: String(product.id) });
      update(fixable.row.row, (now) => withProduct(now, product, lookup));
    },
    [edits, lookup, update],
  );
  const acceptCells = useCallback(
    (fixable: FixableRow) => {
      edits.accept(fixable.row.row, rowProblem(fixable));
      update(fixable.row.row, (now) => withCellsAccepted(now, lookup));
    },
    [edits, lookup, update],
  );
  const acceptRows = useCallback(
    (alike: readonly FixableRow[]) => {
      for (const fixable of alike) edits.accept(fixable.row.row, rowProblem(fixable));
      setRows((now) => {
        const numbers = new Set(alike.map(({ row }) => row.row));
        return new Map(
          [...now].map(([number, row]) => [
            number,
            numbers.has(number) ? withCellsAccepted(row, lookup) : row,
          ]),
        );
      });
    },
    [edits, lookup],
  );
  const acceptLikely = useCallback(
    (fixable: FixableRow) => {
      if (fixable.row.likely !== null) edits.type(fixable.row.row, fixable.row.likely);
      edits.accept(fixable.row.row, rowProblem(fixable));
      update(fixable.row.row, (now) => withLikely(now, lookup));
    },
    [edits, lookup, update],
  );
  const remove = useCallback(
    (numbers: ReadonlySet<number>) =>
      setRows((now) => new Map([...now].filter(([number]) => !numbers.has(number)))),
    [],
  );
  return { rows, unanswered, setValue, setAmount, setProduct, acceptCells, acceptRows, acceptLikely, remove };
}
