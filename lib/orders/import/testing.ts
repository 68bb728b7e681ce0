import { product } from "#lib/contracts/catalog/product.testing.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { fold } from "#lib/catalog/filters/fold.ts";
import { UNDOUBTED, type ImportRow, type RowValues } from "./checkRow.ts";
import { checkTable, rowsOf, type CheckSettings, type GoodRow } from "./checkTable.ts";
import { guessColumns, guessHasHeads } from "./columns.ts";
import { openSource, type ImportSource, type ReadChoice } from "./openSource.ts";
import { NO_PRINTS } from "./rowFingerprints.ts";
import { openQuestions } from "./questions.ts";
import { nameKey } from "./matchProduct.ts";
import type { LookupAnswer, LookupSource } from "./productLookup.ts";

/** A catalog that answers at once and like the server: by id, and by all words of a name. */
export function catalogOf(products: readonly Product[]): LookupSource {
  return (question): Promise<LookupAnswer> =>
    Promise.resolve({
      products: products.filter(({ id }) => question.ids.includes(id)),
      names: question.names.map((asked) => {
        const words = fold(asked.name).split(" ");
        const found = products.filter(({ name }) =>
          words.every((word) => fold(name).split(" ").includes(word)),
        );
        return { key: nameKey(asked), products: found, total: found.length };
      }),
    });
}

/** An open product: 10 to 500 euros in steps of 5. */
export const OPEN: Product = product(2, {
  name: "Nordwind choose your amount",
  denomination: "open",
  denominationType: "open",
  price: null,
  denominationMinValue: 1_000,
  denominationMaxValue: 50_000,
  denominationStep: 500,
});

/** A row of a table, in which nothing is unusual but what is given. */
export function importRow(values: Partial<RowValues>, more: Partial<ImportRow> = {}): ImportRow {
  return {
    row: 1,
    values: { productId: "", name: "", amount: "", quantity: "1", country: "", currency: "", ...values },
    cellKinds: {},
    ...UNDOUBTED,
    prints: NO_PRINTS,
    likely: null,
    ...more,
  };
}

export const nothing = () => Promise.resolve();

/** Products of the sandbox's catalog that the tables of tests/fixtures/imports order. */
const SANDBOX: readonly Product[] = [
  open(101601, "SAR"),
  open(100657, "USD"),
  open(900002, "KWD"),
  product(900003, { name: "Delivers codes as plain strings" }),
  product(900005, { name: "Delivers late", price: 2_000 }),
];

/** The same products, as answered questions. */
export const sandboxLookup = { byId: new Map(SANDBOX.map((each) => [each.id, each])), byName: new Map() };

function open(id: number, currencyCode: string): Product {
  return product(id, {
    name: `Choose your amount ${currencyCode}`,
    currencyCode,
    denomination: "open",
    denominationType: "open",
    price: null,
    denominationMinValue: 1,
    denominationMaxValue: 100_000_000,
    denominationStep: 1,
  });
}

/** Reads and checks a table as the page does that nobody corrects. */
export async function checkSource(
  source: ImportSource,
  chosen: Partial<CheckSettings> = {},
  choice: ReadChoice = {},
) {
  const { table } = await (await openSource(source)).read(choice);
  const hasHeads = chosen.hasHeads ?? guessHasHeads(table);
  const settings: CheckSettings = {
    hasHeads,
    mapping: guessColumns(table, hasHeads),
    leaveOutHidden: false,
    answered: [],
    ...chosen,
  };
  const { heads } = rowsOf(table, settings);
  const questions = openQuestions(table, settings);
  return {
    table,
    settings,
    heads,
    questions,
    verdict: await checkTable(table, settings, catalogOf(SANDBOX), nothing),
  };
}

export const amountOf = ({ line: { productId, amount, quantity } }: GoodRow) => ({
  productId,
  amount,
  quantity,
});
