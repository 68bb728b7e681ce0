import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { StatementRow } from "#lib/contracts/money/statement.ts";
import { GroupTable } from "./GroupTable.tsx";

const PART = { codes: 1, amount: 1_000 };
const rowOf = (key: string, currency: string): StatementRow => ({
  key,
  name: key,
  currency,
  orders: 1,
  ordered: PART,
  delivered: PART,
  missing: { codes: 0, amount: 0 },
  unclear: { codes: 0, amount: 0 },
});
const namesIn = (rows: readonly StatementRow[]) =>
  [
    ...renderToStaticMarkup(<GroupTable group="member" rows={rows} />).matchAll(
      /<bdi[^>]*>([^<]*)<\/bdi> (?:<span class="text-ink-faint">([^<]*)<)?/g,
    ),
  ].map(([, name, currency]) => [name, currency ?? null]);

describe("the rows of a statement", () => {
  it("say which currency they are of where a member has several", () => {
    expect(namesIn([rowOf("Bela", "EUR"), rowOf("Noor", "EUR"), rowOf("Bela", "USD")])).toEqual([
      ["Bela", "EUR"],
      ["Noor", "EUR"],
      ["Bela", "USD"],
    ]);
  });

  it("do not repeat the currency of their amounts where it tells nothing apart", () => {
    expect(namesIn([rowOf("Bela", "EUR"), rowOf("Noor", "EUR")])).toEqual([
      ["Bela", null],
      ["Noor", null],
    ]);
  });
});
