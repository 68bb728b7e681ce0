"use client";

import { useEffect, useEffectEvent } from "react";
import { questionsOf } from "#lib/orders/import/checkRow.ts";
import type { BadRow } from "#lib/orders/import/checkTable.ts";
import { withEdit, type FixableRow } from "#lib/orders/import/fixRow.ts";
import { questionBatches } from "#lib/orders/import/productLookup.ts";
import type { CatalogLookup } from "./catalogLookup.ts";
import type { RowEdits } from "./rowEdits.ts";

/** Looks up the products that a member named in rows before the page was loaded again: they are not known yet. */
export function useEditedProducts({
  rows,
  bad,
  edits,
  lookup,
  update,
  setUnanswered,
}: {
  rows: ReadonlyMap<number, FixableRow>;
  bad: readonly BadRow[];
  edits: RowEdits;
  lookup: CatalogLookup;
  update: (number: number, change: (row: FixableRow) => FixableRow) => void;
  setUnanswered: (is: boolean) => void;
}): void {
  const lookUp = useEffectEvent(async () => {
    const before = new Set(rows.values());
    const open = [...before]
      .flatMap(({ row }) => (edits.has(row.row) ? questionsOf(row) : []))
      .filter((question) => !lookup.isAnswered(question));
    if (open.length === 0) return;
    try {
      for (const batch of questionBatches(open)) await lookup.ask(batch);
    } catch {
      return setUnanswered(true);
    }
    for (const each of bad) {
      const number = each.row.row;
      // What was typed meanwhile is looked up by itself.
      update(number, (now) => (before.has(now) ? withEdit(each, edits.of(number), lookup) : now));
    }
  });
  useEffect(() => void lookUp(), []);
}
