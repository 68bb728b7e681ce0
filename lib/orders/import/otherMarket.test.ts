import { describe, expect, it } from "vitest";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import { checkTable, type BadRow } from "./checkTable.ts";
import { guessColumns } from "./columns.ts";
import { errorFile } from "./errorFile.ts";
import { withCellsAccepted, withProduct } from "./fixRow.ts";
import { openSource, type ImportSource } from "./openSource.ts";
import { catalogOf, nothing, OPEN } from "./testing.ts";
import { sheetXml, workbookParts, zipOf } from "#lib/orders/import/workbook/parts.testing.ts";

const SAUDI = { ...OPEN, id: 101601, currencyCode: "SAR", countryCode: "SA" };
const AMERICAN = { ...OPEN, id: 100657, currencyCode: "USD", countryCode: "US" };
const FIXED = product(900003, { currencyCode: "SAR", countryCode: "SA", price: 2_500 });
const BOUNDLESS = { ...OPEN, id: 4, currencyCode: null, countryCode: null };
const CATALOG = [SAUDI, AMERICAN, FIXED, BOUNDLESS];

const check = (text: string) => checkSource({ kind: "text", text });
const checkWorkbook = (bytes: Uint8Array) => checkSource({ kind: "file", name: "o.xlsx", bytes });

async function checkSource(source: ImportSource) {
  const { table } = await (await openSource(source)).read({});
  const settings = {
    hasHeads: true,
    mapping: guessColumns(table, true),
    leaveOutHidden: false,
    answered: [],
  };
  const verdict = await checkTable(table, settings, catalogOf(CATALOG), nothing);
  return { verdict, settings, heads: table.rows[0]?.cells ?? [] };
}

/** One row with another column. */
const checkCell = (head: string, cell: string, id: number = SAUDI.id) =>
  check(`Product ID\tQuantity\tAmount\t${head}\n${id}\t2\t25\t${cell}\n${id}\t2\t30\t\n`);

const refusals = (bad: readonly BadRow[]) => bad.map(({ verdict }) => verdict.problems.row);

describe("a cell that is nothing but another currency", () => {
  it.each([
    ["Money", "USD"],
    ["Money", "usd"],
    ["Amount currency", "USD"],
    ["Price currency", "USD"],
    ["Currency of amount", "EUR"],
    ["Foo", "USD"],
    ["Foo", "TRY"],
    ["Note", "USD"],
    ["Note", "in USD please"],
    ["Note", "IN USD PLEASE"],
    ["Note", "USD only!"],
    ["Note", "nur USD, bitte"],
    ["Note", "Price in US dollars"],
    ["Note", "US$"],
    ["Note", "U.S. Dollar"],
    ["Note", "dollars"],
    ["Note", "€"],
    ["Note", "EUR or USD"],
    ["Note", "dólar estadounidense"],
    ["Note", "en dólares"],
    ["Note", "美元"],
    ["Money", "ALL"],
    ["Note", "25 USD"],
    ["Note", "$25.00"],
    ["USD", "25"],
    ["USD", "x"],
    ["Value in USD", "25.00"],
  ])("keeps its row from being ready until a member accepts it: %s %j", async (head, cell) => {
    const { verdict, heads, settings } = await checkCell(head, cell);
    expect(refusals(verdict.bad)).toEqual([
      `This row says “${head}: ${cell}”, but this product is priced in SAR. Is the amount right?`,
    ]);
    const again = await check(errorFile(verdict, heads, settings.mapping));
    expect(again.verdict.good).toEqual([]);
    const [bad] = verdict.bad;
    expect(bad && withCellsAccepted(bad, lookup).verdict.ok).toBe(true);
  });

  it("keeps the row of a product with a fixed price from being ready too", async () => {
    const { verdict } = await check(
      "Product ID\tQuantity\tMoney\n900003\t2\tUSD\n900003\t2\t25 USD\n900003\t2\t6.67 USD\n",
    );
    expect(verdict.good.map(({ row }) => row)).toEqual([4]);
  });

  it("is compared although a column called Currency has the product's", async () => {
    const { verdict } = await check(
      "Product ID\tQuantity\tAmount\tCurrency\tPrice in\n101601\t2\t25\tSAR\tUSD\n",
    );
    expect(verdict.good).toEqual([]);
  });

  it("counts if a member chooses a product in that currency", async () => {
    const [bad] = (await checkCell("Money", "USD")).verdict.bad;
    expect(bad && withProduct(bad, AMERICAN, lookup).verdict.ok).toBe(true);
  });
});

describe("a cell that is nothing but another country", () => {
  it.each([
    ["Store", "US"],
    ["Store", "us"],
    ["Store", "United States"],
    ["Storefront", "US"],
    ["Valid in", "US"],
    ["Valid in", "IT"],
    ["Valid in", "US, CA"],
    ["Redeemable in", "Germany"],
    ["Foo", "US"],
    ["Foo", "Deutschland"],
    ["Note", "US store"],
    ["Note", "for Germany only"],
    ["Note", "DE store"],
    ["Note", "nur für Österreich"],
    ["Note", "U.S.A."],
    ["Note", "UK"],
    ["Note", "Great Britain"],
    ["Note", "🇺🇸"],
    ["Note", "Bosnia & Herzegovina"],
    ["Note", "アメリカ合衆国"],
    ["US", "x"],
    ["Germany", "yes"],
    ["Foo", "DEU"],
    ["Foo", "USA"],
    ["Store", "deu"],
    ["Valid in", "PER"],
    ["Foo", "GBR, USA"],
    ["DEU", "x"],
    ["Foo", "German"],
    ["Note", "german store"],
    ["Note", "deutsche"],
    ["American", "x"],
    ["Note", "please the US one"],
    ["Note", "the German one please"],
    ["Note", "we need the US ones"],
    ["Note", "take the American version"],
    ["Note", "Customer wants the UK card"],
    ["Note", "should be the German one"],
    ["Note", "bitte die deutsche"],
    ["Note", "bitte die deutsche nehmen"],
    ["Note", "prefer US"],
    ["Note", "la versión alemana por favor"],
    ["Note", "la version allemande svp"],
  ])("keeps its row from being ready until a member accepts it: %s %j", async (head, cell) => {
    const { verdict, heads, settings } = await checkCell(head, cell);
    expect(refusals(verdict.bad)).toEqual([
      `This row says “${head}: ${cell}”, but this product is for Saudi Arabia (SA). Is it the right one?`,
    ]);
    const again = await check(errorFile(verdict, heads, settings.mapping));
    expect(again.verdict.good).toEqual([]);
    const [bad] = verdict.bad;
    expect(bad && withCellsAccepted(bad, lookup).verdict.ok).toBe(true);
  });
});

describe("a cell beside a product", () => {
  it.each([
    ["Money", "SAR"],
    ["Money", "sar"],
    ["Note", "Saudi riyals"],
    ["Note", "riyals please"],
    ["Note", "SAR or USD"],
    ["Note", "25 SAR"],
    ["Value in USD", "6.67"],
    ["Cost", "6.67 USD"],
    ["USD", "6.67"],
    ["USD", ""],
    ["Store", "SA"],
    ["Store", "KSA"],
    ["Store", "Saudi Arabia"],
    ["Store", "Saudi-Arabien"],
    ["Valid in", "SA, AE"],
    ["Store", "Store 14"],
    ["Store", "Riyadh"],
    ["Market share", ""],
    ["Language", "DE"],
    ["State", "CA"],
    ["Initials", "KE"],
    ["Ordered by", "MK"],
    ["Wrapped", "NO"],
    ["Department", "IT"],
    ["Note", "IT"],
    ["Note", "as in May"],
    ["Note", "for us"],
    ["Note", "all"],
    ["Apply to", "ALL"],
    ["Note", "top"],
    ["Note", "SOS"],
    ["Note", "try"],
    ["Note", "for Bob"],
    ["Level", "Gold"],
    ["Customer", "Jordan"],
    ["Customer", "Georgia"],
    ["Note", "paid from the EUR wallet"],
    ["Note", "Travel to Germany"],
    ["Note", "the Saudi one please"],
    ["Note", "the one for us"],
    ["Note", "we need it"],
    ["Note", "EU"],
    ["Note", "€5 bonus"],
    ["Note", "Thanks!"],
    ["Store", "SAU"],
    ["Foo", "SAU"],
    ["Note", "Saudi"],
    ["Note", "Saudi Arabian only"],
    ["Note", "NA"],
    ["Note", "MAR"],
    ["Note", "COD"],
    ["Note", "VAT"],
    ["Note", "deu"],
    ["Note", "per"],
    ["State", "PAN"],
    ["Language", "German"],
    ["Language", "DEU"],
    ["Ordered by", "AUT"],
    ["All", "x"],
    ["Priority", "x"],
  ])("counts if it is the product's or may be something else: %s %j", async (head, cell) => {
    const { verdict } = await checkCell(head, cell);
    expect(refusals(verdict.bad)).toEqual([]);
    expect(verdict.good).toHaveLength(2);
  });

  it("says nothing about one without a country, a currency or both", async () => {
    const { verdict } = await check("Product ID\tQuantity\tAmount\tStore\n4\t2\t25\tUS\n");
    expect(refusals(verdict.bad)).toEqual([undefined]);
  });
});

describe("a title line or the name of a sheet that names another country", () => {
  const table = `Product ID\tQuantity\tAmount\n${SAUDI.id}\t2\t25\n${SAUDI.id}\t3\t30\n`;
  const sheet = (name: string, country = "") =>
    workbookParts({
      [name]: sheetXml(
        `<row r="1">${cells("Product ID", "Quantity", "Amount", "Country")}</row><row r="2">${cells(String(SAUDI.id), "2", "25", country)}</row>`,
      ),
    });

  it.each([
    "Germany",
    "DE",
    "DEU",
    "Orders DE",
    "Order for the German store",
    "Cards for Deutschland, November",
    "Bestellung Österreich 11/2026",
    "USA - gift cards",
    "UK cards",
    "🇩🇪 November",
  ])("keeps rows from being ready until a member accepts them: %j", async (title) => {
    const { verdict, heads, settings } = await check(`${title}\n${table}`);
    const reason = `The title says “${title}”, but this product is for Saudi Arabia (SA). Is it the right one?`;
    expect(refusals(verdict.bad)).toEqual([reason, reason]);
    expect((await check(errorFile(verdict, heads, settings.mapping))).verdict.good).toEqual([]);
    const [bad] = verdict.bad;
    expect(bad && withCellsAccepted(bad, lookup).verdict.ok).toBe(true);
  });

  it.each([
    "Saudi Arabia",
    "KSA",
    "SAU cards",
    "Saudi orders, sent from Germany",
    "Example AG",
    "Example GmbH & Co. KG",
    "Order in May",
    "For Jordan",
    "IT department",
    "Gift cards to order, as agreed",
    "Order of November 2026",
    "TOP 10",
    "No. 4 - per order",
  ])("says nothing of %j", async (title) => {
    const { verdict } = await check(`${title}\n${table}`);
    expect(refusals(verdict.bad)).toEqual([]);
  });

  it("counts for the name of a sheet, also one chosen among several, and not for a row that names its country", async () => {
    for (const name of ["DE", "Germany", "DEU", "German cards"]) {
      const { verdict, heads, settings } = await checkWorkbook(await zipOf(sheet(name)));
      expect(refusals(verdict.bad)).toEqual([
        `The sheet is called “${name}”, but this product is for Saudi Arabia (SA). Is it the right one?`,
      ]);
      expect((await check(errorFile(verdict, heads, settings.mapping))).verdict.good).toEqual([]);
      expect((await checkWorkbook(await zipOf(sheet(name, "SA")))).verdict.good).toHaveLength(1);
    }
    for (const name of ["Sheet1", "Tabelle1", "SA", "Saudi", "ALL", "Orders"]) {
      expect((await checkWorkbook(await zipOf(sheet(name)))).verdict.good).toHaveLength(1);
    }
    const { verdict } = await checkWorkbook(await zipOf(sheet("USD")));
    expect(refusals(verdict.bad)).toEqual([
      "The table says “USD”, but this product is priced in SAR. Is the amount right?",
    ]);
  });
});

const cells = (...texts: string[]) =>
  texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("");

const lookup = {
  byId: new Map(CATALOG.map((each) => [each.id, each])),
  byName: new Map(),
};
