import { readFile, writeFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { sheetXml, workbookParts, zipOf } from "#lib/orders/import/workbook/parts.testing.ts";
import {
  emptyDraft,
  placeAnyway,
  readyToPlace,
  referenceOf,
  reviewAndSend,
} from "#scripts/browser/orderSteps.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { expectFocus } from "#e2e/support/expectFocus.ts";
import { accessibilityProblems } from "#e2e/support/accessibilityProblems.ts";
import { paste } from "#e2e/support/paste.ts";

type Found = { id: number; name: string; countryCode: string | null };

/** The first products that match a search of the catalog. */
async function products(page: Page, query: string): Promise<Found[]> {
  const answer = await page.request.get(`/api/catalog/products?${query}`);
  const { items }: { items: Found[] } = await answer.json();
  return items;
}

const pins = async (page: Page) => {
  const [found] = await products(page, "q=delivers%20codes%20as%20plain%20strings&take=1");
  if (!found) throw new Error("the catalog has no such product");
  return found;
};

async function drop(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await page.evaluate(
    ([given, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(content)], given));
      for (const type of ["dragover", "drop"]) {
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }
    },
    [name, [...bytes]] as const,
  );
}

const sheetOf = (page: Page) => page.getByRole("dialog", { name: "Import lines" });
const resultOf = (sheet: Locator) => sheet.getByRole("region", { name: "Result" });

async function openBuilder(page: Page): Promise<void> {
  await emptyDraft(page);
  await page.goto("/orders/new");
  await page.getByRole("combobox", { name: "Add a product" }).waitFor();
  // Fields exist before the page listens: a table pasted or dropped until then would be lost.
  await page.waitForFunction(takesFiles);
}

/** Runs in the page: whether a file dragged over it would be accepted. */
function takesFiles(): boolean {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([], "held.csv"));
  return !document.body.dispatchEvent(
    new DragEvent("dragover", { dataTransfer, bubbles: true, cancelable: true }),
  );
}

/** Collects what the page does against its content policy. */
function violationsOf(page: Page): string[] {
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  return violations;
}

test("a pasted table is never a search: its rows are checked, a bad one is fixed in place, and the order is sent", async ({
  asBuyer: page,
}) => {
  const violations = violationsOf(page);
  const { id } = await pins(page);
  await openBuilder(page);
  const picker = page.getByRole("combobox", { name: "Add a product" });
  await picker.focus();
  await paste(
    page,
    `Product ID\tQty\tAmount\n${id}\t2\t10,00\n${id}\t1x\t\n\n${id}\t1\t12.50\n999999999\t1\t\n`,
  );
  await expect(picker).toHaveValue("");
  const sheet = sheetOf(page);
  await expect(resultOf(sheet)).toContainText("Ready1Need work3");
  await expect(resultOf(sheet)).toContainText("1 blank row");
  await expect(sheet).toContainText("Pasted table · 4 rows");
  // Enter adds what is ready, instead of asking whether to discard it.
  await expect(sheet.getByRole("button", { name: "Add 1 line" })).toBeFocused();
  const quantity = sheet.getByRole("textbox", { name: "Quantity of row 3" });
  await quantity.fill("3");
  await expect(resultOf(sheet)).toContainText("Ready2Need work2Total€50.00");
  await page.reload();
  await expect(quantity).toHaveValue("3");
  await expect(resultOf(sheet)).toContainText("Ready2Need work2Total€50.00");
  await expect(sheet.getByRole("row", { name: "row 5" })).toContainText(
    "The price of this product is €10.00.",
  );
  await sheet.getByRole("row", { name: "row 5" }).getByRole("button", { name: "€10.00" }).click();
  await sheet.getByRole("textbox", { name: "Product of row 6" }).fill(String(id));
  await expect(resultOf(sheet)).toContainText("Ready4Need work0Total€70.00");
  await sheet.getByRole("button", { name: "Add 4 lines" }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("region", { name: "Totals" })).toContainText("€70.00");
  await reviewAndSend(page);
  await referenceOf(page);
  expect(violations).toEqual([]);
});

test("a table with rows left is given up by the button that says so, by no key or press beside it", async ({
  asBuyer: page,
}) => {
  const { id } = await pins(page);
  await openBuilder(page);
  await page.getByRole("combobox", { name: "Add a product" }).focus();
  await paste(page, `Product ID\tQty\n${id}\t1x\n${id}\t2\n${id}\t2y\n`);
  const sheet = sheetOf(page);
  const quantity = sheet.getByRole("textbox", { name: "Quantity of row 2" });
  const question = sheet.getByText("have not been added.");
  const stay = sheet.getByRole("button", { name: "Keep importing" });
  await quantity.focus();
  for (const leave of [() => page.mouse.click(4, 4), () => page.keyboard.press("Escape")]) {
    await leave();
    await expect(question).toBeVisible();
    await expect(stay).toBeFocused();
    await leave();
    await expect(question).toHaveCount(0);
    await expect(quantity).toBeFocused();
    await quantity.fill("3");
  }
  await page.mouse.click(4, 4);
  await expect(quantity).toBeFocused();
  await expect(quantity).toHaveValue("3");
  await sheet.getByRole("button", { name: "Close" }).last().click();
  await stay.click();
  await expect(sheet).toBeVisible();
  await expectFocus(page);

  await sheet.getByRole("button", { name: "Add 2 lines" }).click();
  await expect(sheet).toContainText("2 lines added to the order.");
  await expect(sheet.getByRole("textbox", { name: "Quantity of row 4" })).toBeFocused();
  await page.keyboard.press("Escape");
  await sheet.getByRole("button", { name: "Close without it" }).click();
  await expect(sheet).toHaveCount(0);
  await expectFocus(page);

  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await paste(page, `Product ID\tQty\n${id}\t5\n`);
  await sheet.getByRole("button", { name: "Add 1 line" }).click();
  await expect(sheet).toHaveCount(0);
  await expectFocus(page);
});

test("what is reviewed is there after something was looked up, as it was left, until it is added or given up", async ({
  asBuyer: page,
}) => {
  const { id } = await pins(page);
  await openBuilder(page);
  const head = "Product ID,Pieces,Status";
  const rows = [`${id},2,`, `${id},3x,`, `${id},4,on hold`, `999999999,1,`];
  await drop(page, "monday.csv", Buffer.from([head, ...rows].join("\n")));
  const sheet = sheetOf(page);
  await sheet.getByLabel("Quantity", { exact: true }).selectOption({ label: "B: Pieces" });
  await expect(resultOf(sheet)).toContainText("Ready1Need work3");
  await sheet.getByRole("textbox", { name: "Quantity of row 3" }).fill("3");
  await sheet.getByRole("button", { name: "The cells above are right" }).click();
  await sheet.getByRole("textbox", { name: "Product of row 5" }).fill("999999998");
  await sheet.getByRole("button", { name: "Close" }).last().click();
  await sheet.getByRole("button", { name: "Continue later" }).click();
  await expect(sheet).toHaveCount(0);
  await expectFocus(page);
  const kept = () => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  await expect.poll(kept).toContain("import work");
  await expect.poll(kept).not.toContain("monday");
  await page.getByRole("link", { name: "Catalog" }).filter({ visible: true }).first().click();
  await page.getByRole("heading", { name: "Catalog", level: 1 }).waitFor();
  await page.goBack();

  for (const again of [false, true]) {
    if (again) await page.reload();
    else await page.getByRole("button", { name: "Continue import" }).click();
    await expect(sheet).toContainText("monday.csv · 4 rows");
    await expect(resultOf(sheet)).toContainText("Ready3Need work1Total€90.00");
    await expect(sheet.getByRole("textbox", { name: "Quantity of row 3" })).toHaveValue("3");
    await expect(sheet.getByRole("textbox", { name: "Product of row 5" })).toHaveValue("999999998");
  }
  await sheet.getByRole("button", { name: "Add 3 lines" }).click();
  await expect(sheet).toContainText("3 lines added to the order.");
  await page.reload();
  // The rows that are in the order are not offered once more.
  await expect(sheet).toContainText("3 lines added to the order.");
  await expect(resultOf(sheet)).toContainText("Ready0Need work1");
  await sheet.getByRole("button", { name: "Close" }).last().click();
  await sheet.getByRole("button", { name: "Close without it" }).click();
  expect(await kept()).not.toContain("import");
  await page.reload();
  await expect(page.getByRole("row", { name: /^line \d/ })).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Import lines" })).toBeVisible();
});

test("rows that were typed or pasted to be checked are given up by the button that says so alone", async ({
  asBuyer: page,
}) => {
  const { id } = await pins(page);
  await openBuilder(page);
  await page.getByRole("button", { name: "Import lines" }).click();
  const sheet = sheetOf(page);
  const rows = sheet.getByRole("textbox", { name: "Or paste rows" });
  const question = sheet.getByText("What was typed has not been checked.");
  const typed = `${id}\t2\n${id}\t3`;
  await rows.fill(typed);
  const leave = [
    () => page.keyboard.press("Escape"),
    () => sheet.getByRole("button", { name: "Close" }).last().click(),
  ];
  for (const press of leave) {
    await press();
    await expect(question).toBeVisible();
    await sheet.getByRole("button", { name: "Keep importing" }).click();
    await expect(rows).toHaveValue(typed);
  }
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const reload = await asked;
  expect(reload.type()).toBe("beforeunload");
  await reload.dismiss();
  await expect(rows).toHaveValue(typed);
  await page.keyboard.press("Escape");
  await sheet.getByRole("button", { name: "Close without it" }).click();
  await expect(sheet).toHaveCount(0);
});

test("a table with an open question is given up or answered by no key pressed on arrival, and another table replaces no corrected rows unasked", async ({
  asBuyer: page,
}) => {
  const { id } = await pins(page);
  await openBuilder(page);
  await paste(page, `Product ID\tQuantity\tQty\n${id}\t1\t2\n`);
  const sheet = sheetOf(page);
  await expect(sheet).toContainText("Which column is the quantity?");
  await page.keyboard.press("Enter");
  await expect(sheet).toContainText("Which column is the quantity?");
  await page.keyboard.press("Escape");
  await expect(sheet).toContainText("1 row has not been added.");
  await sheet.getByRole("button", { name: "Keep importing" }).click();
  await sheet.getByRole("button", { name: /^B: Quantity/ }).click();
  await expect(resultOf(sheet)).toContainText("Ready1");
  await sheet.getByRole("button", { name: "Choose another table" }).click();

  await sheet.getByRole("textbox", { name: "Or paste rows" }).fill(`Product ID\tQty\n${id}\t1x\n`);
  await sheet.getByRole("button", { name: "Check rows" }).click();
  await sheet.getByRole("textbox", { name: "Quantity of row 2" }).fill("3");
  await sheet.getByRole("button", { name: "Choose another table" }).click();
  await expect(sheet).toContainText("1 row has not been added.");
  await sheet.getByRole("button", { name: "Keep importing" }).click();
  await expect(sheet.getByRole("textbox", { name: "Quantity of row 2" })).toHaveValue("3");
  await sheet.getByRole("button", { name: "Choose another table" }).click();
  await sheet.getByRole("button", { name: "Choose another without it" }).click();
  // The text itself is still there.
  await expect(sheet.getByRole("textbox", { name: "Or paste rows" })).toHaveValue(/1x/);
});

test("a dropped CSV in another encoding is mapped, its columns are corrected and remembered, and bad rows are downloaded", async ({
  asBuyer: page,
}) => {
  const { id, name } = await pins(page);
  await openBuilder(page);
  const csv = `Stück;Was;Bemerkung\r\n2;${id};"zwei\r\nZeilen"\r\n1;"${name}";=1+1\r\n1;Gibt es nicht;x\r\n`;
  const bytes = Uint8Array.from(Buffer.from(csv, "utf16le"));
  await drop(page, "bestellung.csv", new Uint8Array([0xff, 0xfe, ...bytes]));
  const sheet = sheetOf(page);
  await expect(sheet).toContainText("bestellung.csv · 3 rows");
  await expect(sheet.getByLabel("Separated by")).toHaveValue(";");
  await expect(sheet.getByLabel("Quantity", { exact: true })).toHaveValue("0");
  await sheet.getByLabel("Product name").selectOption({ label: "B: Was" });
  await expect(resultOf(sheet)).toContainText("Ready2Need work1");

  const downloading = page.waitForEvent("download");
  await sheet.getByRole("button", { name: "Download with reasons" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("bestellung - to fix.csv");
  const file = await readFile(await download.path(), "utf8");
  expect(file).toContain("Stück,Product name,Bemerkung,Reason,Row");
  expect(file).toContain("1,Gibt es nicht,x,No product is called");

  await sheet.getByRole("button", { name: "Add 2 lines" }).click();
  await expect(sheet).toContainText("2 lines added to the order.");
  // The remaining row is not dropped silently.
  await sheet.getByRole("button", { name: "Close" }).last().click();
  await expect(sheet).toContainText("1 row has not been added.");
  await sheet.getByRole("button", { name: "Close without it" }).click();
  await expect(page.getByRole("row", { name: /^line \d/ })).toHaveCount(2);

  await drop(page, "again.csv", new Uint8Array([0xff, 0xfe, ...bytes]));
  await expect(sheet.getByLabel("Product name")).toHaveValue("1");
  // Whoever mapped them once may not know that they still are.
  await expect(sheet).toContainText(/Columns as you mapped them on \d{1,2} \p{L}{3} \d{4}/u);
  await sheet.getByRole("button", { name: "Guess the columns anew" }).click();
  await expect(sheet.getByLabel("Product name")).toHaveValue("");
  await expect(sheet).not.toContainText("Columns as you mapped them");
});

test("what is said alike of several rows is accepted with one press for each kind", async ({
  asBuyer: page,
}) => {
  const { id } = await pins(page);
  await openBuilder(page);
  const row = (quantity: number, status: string) => `${id}\t${quantity}\t${status}\n`;
  await paste(
    page,
    `Product ID\tQty\tStatus\n${row(2, "on hold")}${row(3, "cancelled")}${row(4, "on hold")}${row(5, "")}${row(6, "cancelled")}`,
  );
  const sheet = sheetOf(page);
  await expect(resultOf(sheet)).toContainText("Ready1Need work4");
  const alike = sheet.getByRole("list", { name: "The same of several rows" }).getByRole("listitem");
  await expect(alike).toHaveCount(2);
  await expect(alike.first()).toContainText("Rows 2 and 4: This row says “on hold”.");
  await alike.first().getByRole("button", { name: "Accept these 2 rows" }).click();
  await expect(resultOf(sheet)).toContainText("Ready3Need work2");
  await expect(alike).toHaveCount(1);
  await expect(alike).toContainText("cancelled");
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("an XLSX workbook is read sheet by sheet, and products are found by name, country and amount", async ({
  asBuyer: page,
}) => {
  const { id } = await pins(page);
  const [named] = await products(page, "q=gift%20card&denomination=fixed&currency=EUR&take=1");
  if (!named) throw new Error("the catalog has no such product");
  await openBuilder(page);
  const text = (value: string) => `<c t="inlineStr"><is><t>${value.replaceAll("&", "&amp;")}</t></is></c>`;
  const number = (value: number, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
  const rows = [
    ["Product", "Quantity", "Country", "Amount"].map(text),
    [text(named.name), number(3), text(named.countryCode ?? ""), "<c/>"],
    [number(id), number(1), "<c/>", number(10)],
    [number(id), number(1), "<c/>", number(10.005)],
    // A day of October 2026, in the format of a date.
    [number(id), number(46_296, 1), "<c/>", "<c/>"],
  ];
  const bytes = await zipOf(
    workbookParts(
      {
        Notes: sheetXml(`<row>${text("Nothing to order here")}</row>`),
        Order: sheetXml(rows.map((cells) => `<row>${cells.join("")}</row>`).join("")),
      },
      {
        "xl/styles.xml": `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
      },
    ),
  );
  await page.getByRole("button", { name: "Import lines" }).click();
  const sheet = sheetOf(page);
  await sheet.getByLabel("File to import").setInputFiles({
    name: "order.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: Buffer.from(bytes),
  });
  await sheet.getByLabel("Sheet").selectOption("Order");
  await expect(resultOf(sheet)).toContainText("Ready2Need work2");
  await expect(sheet.getByRole("row", { name: "row 4" })).toContainText("at most 2 decimals");
  await expect(sheet.getByRole("row", { name: "row 5" })).toContainText("holds a date");
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("files that are no tables are refused with words, and templates can be downloaded", async ({
  asBuyer: page,
}) => {
  await openBuilder(page);
  await page.getByRole("button", { name: "Import lines" }).click();
  const sheet = sheetOf(page);
  // Files on the disk: 21 MB that are passed to the browser in memory take seconds.
  const give = async (name: string, content: Buffer) => {
    const path = test.info().outputPath(name);
    await writeFile(path, content);
    await sheet.getByLabel("File to import").setInputFiles(path);
  };
  await give("photo.csv", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]));
  await expect(sheet.getByRole("alert")).toContainText("This file is not text.");
  await give("macros.xlsm", Buffer.from("PK"));
  await expect(sheet.getByRole("alert")).toContainText("macros");
  await give("large.csv", Buffer.alloc(21 * 1024 * 1024, "1,2\n"));
  await expect(sheet.getByRole("alert")).toContainText("21 MB");
  await give("wide.csv", Buffer.from(",".repeat(1_000_000)));
  await expect(sheet.getByRole("alert")).toContainText("more than 200 columns");
  for (const kind of ["CSV", "XLSX"]) {
    const downloading = page.waitForEvent("download");
    await sheet.getByRole("button", { name: kind, exact: true }).click();
    const path = await (await downloading).path();
    await sheet.getByLabel("File to import").setInputFiles({
      name: `template.${kind.toLowerCase()}`,
      mimeType: "application/octet-stream",
      buffer: await readFile(path),
    });
    await expect(sheet.getByLabel("Product ID")).toHaveValue("0");
    await expect(resultOf(sheet)).toContainText("Ready0Need work2");
    await sheet.getByRole("button", { name: "Choose another table" }).click();
  }
});

test("what a copied table hides is asked about before a total is shown, and what is struck through is not ready", async ({
  asBuyer: page,
}) => {
  const violations = violationsOf(page);
  const { id } = await pins(page);
  await openBuilder(page);
  const rows = ["Product ID\tQty", `${id}\t1`, `${id}\t500`, `${id}\t2`];
  const attributes = ["", "", "height=0 style='display:none' onclick='alert(1)'", "class=x"];
  const html = rows
    .map((row, at) => `<tr ${attributes[at] ?? ""}><td>${row.replaceAll("\t", "<td>")}`)
    .join("");
  const style = "<style><!-- .x{text-decoration:line-through} --></style>";
  await paste(page, rows.join("\r\n"), `${style}<table><img src="/seen.png">${html}</table>`);
  const sheet = sheetOf(page);
  await expect(sheet.getByText("Row 3 is hidden in the spreadsheet.")).toBeVisible();
  await expect(resultOf(sheet)).toBeHidden();
  await sheet.getByRole("button", { name: "Leave it out" }).click();
  await expect(resultOf(sheet)).toContainText("Ready1Need work1");
  await expect(sheet.getByText("This cell is struck through, hidden").first()).toBeVisible();
  expect(violations).toEqual([]);
});

test("pressing the button that adds the lines several times at once adds them once", async ({
  asBuyer: page,
}) => {
  const { id } = await pins(page);
  await openBuilder(page);
  await paste(page, `Product ID\tQty\n${id}\t1\n${id}\t2x\n`);
  const sheet = sheetOf(page);
  await sheet.getByRole("button", { name: "Add 1 line" }).evaluate((button: HTMLElement) => {
    for (let press = 0; press < 5; press += 1) button.click();
  });
  await expect(sheet).toContainText("1 line added to the order.");
  await sheet.getByRole("button", { name: "Close" }).last().click();
  await sheet.getByRole("button", { name: "Close without it" }).click();
  await expect(page.getByRole("textbox", { name: "Quantity" })).toHaveCount(1);
});

test("a table that was bought is asked about when it is imported again, whatever is made of its rows", async ({
  asBuyer: page,
}) => {
  const { id } = await pins(page);
  const batch = crypto.randomUUID();
  const rows = `Product ID\tQty\tFor\n${id}\t2\tNorth ${batch}\n${id}\t3\tSouth ${batch}\n`;
  const imported = async () => {
    await openBuilder(page);
    await paste(page, rows);
    await sheetOf(page).getByRole("button", { name: "Add 2 lines" }).click();
    await sheetOf(page).waitFor({ state: "hidden" });
  };
  await imported();
  await reviewAndSend(page);
  const reference = await referenceOf(page);
  await imported();
  await page.getByRole("textbox", { name: "Quantity of line 1" }).fill("7");
  await page.getByRole("button", { name: "Review order" }).click();
  const review = page.getByRole("dialog");
  await expect(review).toContainText("2 rows of the imported table were bought on");
  await expect(review.getByRole("link", { name: reference })).toBeVisible();
  await expect(review.getByRole("button", { name: /^Place test order ·/ })).toBeDisabled();
  await placeAnyway(page);
  expect(await referenceOf(page)).not.toBe(reference);
});

test("a table that is imported twice into one draft is named before its rows are added, and in the review", async ({
  asBuyer: page,
}) => {
  const { id } = await pins(page);
  const batch = crypto.randomUUID();
  const rows = `Product ID\tQty\tFor\n${id}\t2\tNorth ${batch}\n${id}\t3\tSouth ${batch}\n`;
  await openBuilder(page);
  const sheet = sheetOf(page);
  await paste(page, rows);
  const add = sheet.getByRole("button", { name: "Add 2 lines" });
  await add.waitFor();
  await expect(sheet.getByText("in this order already")).toBeHidden();
  await add.click();
  await sheet.waitFor({ state: "hidden" });
  // The same rows, in another file with another column.
  await drop(
    page,
    "again.csv",
    new TextEncoder().encode(`Note,For,Product ID,Qty\nx,South ${batch},${id},3\n,North ${batch},${id},2\n`),
  );
  await expect(sheet.getByText("2 rows of this table are in this order already.")).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await add.click();
  await sheet.waitFor({ state: "hidden" });
  await expect(page.getByRole("textbox", { name: "Quantity" })).toHaveCount(4);
  await page.getByRole("button", { name: "Review order" }).click();
  const review = page.getByRole("dialog");
  await expect(review).toContainText("2 rows of an imported table are in this order twice.");
  // Another journey may have ordered as much of this product a moment ago, which is asked about.
  await expect(await readyToPlace(page)).toBeEnabled();
});

test("an answer about rows is not remembered as a choice of columns", async ({ asBuyer: page }) => {
  const { id } = await pins(page);
  await openBuilder(page);
  const sheet = sheetOf(page);
  const text = `Product ID\tQty\tStill open\tQuantity\n${id}\t1\t\t2\n${id}\t3\t\t4\n`;
  const html = text
    .trimEnd()
    .split("\n")
    .map((row, at) => `<tr${at === 2 ? " hidden" : ""}><td>${row.replaceAll("\t", "<td>")}`)
    .join("");
  for (const _ of ["first", "again"]) {
    await paste(page, text, `<table>${html}</table>`);
    await expect(sheet.getByText("Which column is the quantity?")).toBeVisible();
    await sheet.getByRole("button", { name: "Leave it out" }).click();
    await sheet.getByRole("button", { name: /^B: Qty/ }).waitFor();
    await expect(sheet).not.toContainText("Columns as you mapped them");
    await sheet.getByRole("button", { name: "Close" }).last().click();
    await sheet.getByRole("button", { name: /^Close without/ }).click();
  }
});

test("a table with known headings shows its products at once, and a mistyped name is put right with one press", async ({
  asBuyer: page,
}) => {
  const { id, name } = await pins(page);
  await openBuilder(page);
  const mistyped = name.replace("plain", "plian");
  await paste(page, `Product name\tQuantity\n${name}\t2\n${mistyped}\t3\n`);
  const sheet = sheetOf(page);
  await expect(resultOf(sheet)).toContainText("Ready1Need work1");
  await expect(sheet.getByRole("table", { name: "Rows that are ready" })).toContainText(name);
  await expect(sheet.getByRole("combobox", { name: "Product name" })).toBeHidden();
  await sheet.getByText("Columns: Product name, Quantity").click();
  await expect(sheet.getByRole("combobox", { name: "Product name" })).toBeVisible();
  await sheet.getByRole("button", { name: new RegExp(`^Choose ${name}`) }).click();
  await expect(resultOf(sheet)).toContainText("Ready2");
  await sheet.getByRole("button", { name: "Add 2 lines" }).click();
  await expect(page.getByRole("row", { name: /^line \d/ })).toHaveCount(2);
  await expect(page.getByRole("row", { name: /^line \d/ }).first()).toContainText(String(id));
});
