import "server-only";
import { columnLabels } from "#lib/codes/codeText.ts";
import { inColumnOrder } from "#lib/codes/fieldRoles.ts";
import { groupName, groupOf, type GroupedCodes } from "#lib/codes/groupCodes.ts";
import type { CodeGroup, ShownCode } from "#lib/contracts/codes/codes.ts";
import type { ExportedCode } from "#lib/contracts/codes/exportCodes.ts";
import type { HandedTo } from "#server/codes/handedTo.ts";
import { amountForFile } from "#lib/money/minorUnits.ts";

/** The rows of an export. Each call starts again at the first row, and only one row is in memory at a time. */
export type ExportSource = {
  count: number;
  /** The column headings of a table. */
  heads: readonly string[];
  /** One row of texts for each code; the first is its number. */
  rows: () => Iterable<readonly string[]>;
  records: () => Iterable<ExportedCode>;
  /** How many codes were read since `startOver`, to show progress. */
  read: () => number;
  startOver: () => void;
};

const HEADS = ["Number", "Product ID", "Product", "Amount", "Currency"];

/**
 * @param chosen which codes, by their position in the order.
 * @param handedTo to whom codes of the order were handed out; null: to nobody, and the column is left out.
 */
export function exportSource(
  { codes, groups }: GroupedCodes,
  chosen: { skip: number; take: number },
  handedTo: HandedTo | null,
): ExportSource {
  const end = Math.min(codes.length, chosen.skip + chosen.take);
  const names = inColumnOrder([...new Set(groups.flatMap(({ fields }) => fields))]);
  let read = 0;
  const startOver = () => {
    read = 0;
  };
  function* records(): Iterable<ExportedCode> {
    for (let at = chosen.skip; at < end; at += 1) {
      const code = codes[at];
      if (code !== undefined) yield recordOf(code, groupOf(groups, code.number), handedTo?.(code));
      read += 1;
    }
  }
  function* rows(): Iterable<readonly string[]> {
    for (const { number, productId, product, amount, currency, fields, handedTo: customer } of records()) {
      const own = names.map((name) => fields[name] ?? "");
      const last = handedTo === null ? [] : [customer ?? ""];
      yield [String(number), String(productId ?? ""), product, amount ?? "", currency ?? "", ...own, ...last];
    }
  }
  return {
    count: Math.max(0, end - chosen.skip),
    heads: [...HEADS, ...columnLabels(names), ...(handedTo === null ? [] : ["Handed out to"])],
    rows,
    records,
    read: () => read,
    startOver,
  };
}

function recordOf(
  { number, fields }: ShownCode,
  group: CodeGroup | undefined,
  handedTo: string | undefined,
): ExportedCode {
  const [only] = group?.amounts.length === 1 ? group.amounts : [];
  const currency = group?.currency ?? null;
  return {
    number,
    productId: group?.productId ?? null,
    product: group === undefined ? "" : groupName(group),
    amount: only === undefined ? null : amountForFile(only, currency),
    currency,
    fields,
    ...(handedTo === undefined ? {} : { handedTo }),
  };
}
