import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TIME_LIMITS } from "#scripts/testStack/timeLimits.ts";
import { startTestStack, type TestStack } from "#scripts/testStack/startTestStack.ts";
import type { Engine } from "./engine.ts";
import { givenEngines } from "./givenEngines.ts";
import type { Sought } from "./locate.ts";
import { personAt, type Person } from "./person.ts";
import { signInAsBuyer } from "./signInAsBuyer.ts";

const PRODUCT = "Scenario: delivers codes as plain strings";
const SHEET: Sought = { role: "dialog", name: /./ };
const CODE: Sought = { name: /^TEST-[0-9A-F]{4}-/ };
const QUANTITY: Sought = { role: "textbox", name: /^Quantity of line 1$/ };

let stack: TestStack;
beforeAll(async () => {
  // The engines place the same orders one after the other.
  stack = await startTestStack({ fulfilmentMs: 300, variables: { RECENT_ORDER_MINUTES: "0" } });
});
afterAll(() => stack.stop());

describe.each(givenEngines())("in $name", ({ start }) => {
  let engine: Engine;
  let person: Person;
  beforeEach(async () => {
    engine = await start();
    person = personAt(engine, stack.url);
  });
  afterEach(() => engine.close());

  it("a buyer signs in, finds a product, edits the order by keyboard, places it, reveals the codes and signs out, and going back shows nothing", async () => {
    await signInAsBuyer(person, stack);
    await person.press({ role: "link", name: "Catalog" });
    await person.isAt(/^\/catalog/);
    await person.enter(
      { role: "searchbox", name: "Search the catalog", within: { role: "main" } },
      "plain strings",
    );
    await person.press({ role: "link", name: PRODUCT });
    await person.enter({ role: "textbox", name: "Quantity", within: SHEET }, "2");
    await person.press({ role: "button", name: "Add to order", within: SHEET });
    await person.sees({ name: "Added to your order", within: SHEET });

    await person.open("/orders/new");
    await person.seesValue(QUANTITY, (value) => value === "2");
    await person.enter({ role: "combobox", name: "Add a product" }, PRODUCT);
    await person.sees({ role: "option", name: new RegExp(PRODUCT) });
    await person.key("Enter");
    await person.seesFocusIn({ role: "textbox", name: "Quantity of line 2" });
    await person.type("3");
    await person.press({ role: "button", name: "Remove line 2" });
    await person.seesNo({ role: "textbox", name: "Quantity of line 2" });
    await person.enter(QUANTITY, "3");
    await person.sees({ name: "€30.00", within: { role: "region", name: "Totals" } });

    await placeTheOrder(person);
    await person.isAt(/^\/orders\/CD-/);
    await person.sees({ name: "Completed" });
    expect(await person.pageText()).not.toContain("TEST-");
    await person.press({ role: "button", name: "Reveal 3 codes" });
    const { count, text } = await person.sees(CODE);
    expect(count).toBe(3);

    await signOut(person);
    await engine.goBack();
    await person.isAt(/^\/sign-in/);
    expect(await person.pageText()).not.toContain(text);
    expect(engine.consoleErrors()).toEqual([]);
  });

  it.runIf(process.env["ENGINES_PART"] !== "short")(
    "a buyer copies codes, exports them to a file and hands them out, and going back brings the page before",
    async () => {
      await signInAsBuyer(person, stack);
      await person.open("/orders/new");
      await person.enter({ role: "combobox", name: "Add a product" }, PRODUCT);
      await person.sees({ role: "option", name: new RegExp(PRODUCT) });
      await person.key("Enter");
      await person.seesFocusIn(QUANTITY);
      await person.type("4");
      await person.seesValue(QUANTITY, (value) => value === "4");
      await placeTheOrder(person);
      await person.sees({ name: "Completed" });

      await person.press({ role: "button", name: "Reveal 4 codes" });
      const { text: code } = await person.sees(CODE);
      await person.press({ role: "button", name: "Copy 4 codes" });
      await person.press({ role: "button", name: "Hide codes" });
      await person.seesNo(CODE);

      await person.press({ role: "button", name: "Export…" });
      await person.press({ role: "button", name: "Export codes" });
      await person.sees({ name: /^4 codes exported\./ });
      // A workbook: a ZIP archive, whole.
      // A browser keeps it under another name until it is whole.
      const files = () => readdir(engine.downloads);
      await expect
        .poll(files, { timeout: TIME_LIMITS.wait })
        .toEqual([expect.stringMatching(/^codes-CD-.*\.xlsx$/)]);
      const [file = ""] = await files();
      const bytes = await readFile(join(engine.downloads, file), "latin1");
      // A ZIP archive, as a workbook is: its first entry, and the end of its list.
      expect(bytes.startsWith("PK")).toBe(true);
      expect(bytes.lastIndexOf("PK")).toBeGreaterThan(0);
      await person.press({ role: "button", name: "Done" });

      await person.press({ role: "link", name: "Codes" });
      await person.isAt(/^\/codes/);
      const row: Sought = { role: "row", name: /delivers codes as plain strings/ };
      await person.press({ role: "button", name: /^Hand out/, within: row });
      // What was copied arrives where it is pasted.
      const dialog: Sought = { role: "dialog" };
      const customer: Sought = { role: "textbox", name: "Customer reference", within: dialog };
      await person.press(customer);
      await person.key("Control", "v");
      await person.seesValue(customer, (value) => value.includes(code));
      await person.enter(customer, "C-1");
      await person.press({ role: "button", name: "Hand out 1 code", within: dialog });
      // All of them were revealed, as this order's were above.
      await person.press({ role: "button", name: "Hand out 1 code anyway", within: dialog });
      await person.sees({ name: CODE.name ?? "", within: dialog });
      await person.press({ role: "button", name: "Done" });
      await person.seesNo(CODE);

      await engine.goBack();
      await person.isAt(/^\/orders\/CD-/);
      await person.sees({ role: "button", name: "Reveal 4 codes" });
      expect(await person.pageText()).not.toContain(code);
      await signOut(person);
      expect(engine.consoleErrors()).toEqual([]);
    },
  );
});

async function signOut(person: Person): Promise<void> {
  await person.press({ role: "button", name: /: account of / });
  await person.press({ role: "menuitem", name: "Sign out" });
  await person.isAt(/^\/sign-in/);
}

async function placeTheOrder(person: Person): Promise<void> {
  await person.press({ role: "button", name: "Review order" });
  await person.press({ role: "button", name: /^Place test order ·/ });
}
