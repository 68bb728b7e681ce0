import { describe, expect, it } from "vitest";
import { decidedIn, withDecided } from "./decidedColumns.ts";
import { openQuestions, withAnswer, withColumn } from "./questions.ts";
import { checkSource } from "./testing.ts";

const TEXT = "Product ID\tAmount\tPrice\tQuantity\tQty\n101601\t20\t25\t1\t2\n";
const open = (text = TEXT) => checkSource({ kind: "text", text });
const idsOf = ({ table }: Awaited<ReturnType<typeof open>>, settings: Parameters<typeof openQuestions>[1]) =>
  openQuestions(table, settings).map(({ id }) => id);

describe("what a member decides of a table's columns", () => {
  it("counts only for what was asked: the other questions are asked again of the next such table", async () => {
    const first = await open();
    expect(first.questions).toMatchObject([
      { kind: "column", field: "amount" },
      { kind: "column", field: "quantity" },
    ]);
    const settings = withColumn(first.settings, "amount", 2);
    const decided = decidedIn(settings);
    expect(decided).toEqual({
      mapping: { productId: 0, amount: 2, quantity: 3 },
      answered: ["column amount"],
    });
    const next = await open();
    const again = withDecided(next.settings, decided ?? { mapping: {}, answered: [] });
    expect(again.mapping).toMatchObject({ amount: 2 });
    expect(openQuestions(next.table, again)).toMatchObject([{ kind: "column", field: "quantity" }]);
  });

  it("is nothing if another question was answered, or the columns were only guessed", async () => {
    const { settings } = await open();
    expect(decidedIn(settings)).toBeNull();
    for (const id of ["quotes", "hidden rows 2", "copied differs", "sheet", "hidden amount 1"])
      expect(decidedIn(withAnswer(settings, id))).toBeNull();
  });

  it("is asked again if what was remembered does not say what was decided", async () => {
    const next = await open();
    const again = withDecided(next.settings, {
      mapping: { productId: 0, amount: 2, quantity: 4 },
      answered: null,
    });
    expect(again.mapping).toEqual({ productId: 0, amount: 2, quantity: 4 });
    expect(openQuestions(next.table, again)).toHaveLength(2);
  });

  it("leaves a column to the field that it was decided for", async () => {
    const text = "Product ID\tAmount\tQuantity\n101601\t20\t25\n";
    const first = await open(text);
    const decided = decidedIn(withColumn(first.settings, "amount", 2));
    const again = withDecided((await open(text)).settings, decided ?? { mapping: {}, answered: [] });
    expect(again.mapping).toEqual({ productId: 0, amount: 2, quantity: 1 });
  });
});

describe("an answer", () => {
  it("that none of some columns is the quantity does not count for others", async () => {
    const heads = "Product ID\tAmount\tBoxes\tBags\n";
    const first = await open(`${heads}101601\t20\t3\t\n`);
    expect(first.questions).toMatchObject([{ field: "quantity", columns: [2] }]);
    const decided = decidedIn(withAnswer(first.settings, first.questions[0]?.id ?? ""));
    const again = async (text: string) => {
      const next = await open(text);
      return openQuestions(next.table, withDecided(next.settings, decided ?? { mapping: {}, answered: [] }));
    };
    expect(await again(`${heads}101601\t30\t5\t\n`)).toEqual([]);
    expect(await again(`${heads}101601\t30\t5\t7\n`)).toMatchObject([{ columns: [2, 3] }]);
  });

  it("about a field does not count any more if its column went to another one", async () => {
    const first = await open();
    const quantity = withColumn(first.settings, "quantity", 4);
    const both = withColumn(quantity, "amount", 4);
    expect(idsOf(first, quantity)).toEqual(["column amount of 1,2"]);
    expect(idsOf(first, both)).toEqual([expect.stringMatching(/^column quantity/)]);
  });

  it("about rows does not count for other rows, or for other columns of them", async () => {
    const text = "Product ID,Amount,Quantity,Note,Price\n101601,20,50,25,7\n100657,30,25,30,8\n";
    const first = await open(text);
    const uneven = first.questions.find(({ kind }) => kind === "uneven-rows");
    const settings = withAnswer(first.settings, uneven?.id ?? "");
    expect(uneven).toBeDefined();
    const kinds = (mapping: typeof settings.mapping) =>
      openQuestions(first.table, { ...settings, mapping }).map(({ kind }) => kind);
    expect(kinds(settings.mapping)).not.toContain("uneven-rows");
    expect(kinds({ productId: 0, amount: 2, quantity: 3 })).toContain("uneven-rows");
  });
});
