import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cookieHeader, signInAs } from "#scripts/browser/session.ts";
import { placeOverHttp } from "#tests/support/placeOverHttp.ts";
import { startTestStack, type TestStack } from "#scripts/testStack/startTestStack.ts";
import { startChromium } from "./chromium.ts";
import { givenEngines } from "./givenEngines.ts";
import { personAt } from "./person.ts";
import { signInAsBuyer } from "./signInAsBuyer.ts";

/** Git ignores it. */
const FOLDER = join("test-results", "engines");
const WIDTHS = [1_280, 375];
/** Paths of the main pages; the one that is missing is of the order that is placed first. */
const PAGES: Record<string, string | null> = {
  overview: "/",
  catalog: "/catalog",
  "new-order": "/orders/new",
  orders: "/orders",
  order: null,
  codes: "/codes",
  wallet: "/wallet",
  settings: "/settings",
  help: "/help",
};

const { CHROMIUM_PATH: chromium, ENGINES_PART: part } = process.env;
const engines = [
  ...(chromium === undefined ? [] : [{ name: "Chromium", start: () => startChromium(chromium) }]),
  ...givenEngines(),
];

describe.runIf(part !== "short")("the main pages", () => {
  let stack: TestStack;
  let order: string;
  beforeAll(async () => {
    stack = await startTestStack({ fulfilmentMs: 300 });
    const cookie = cookieHeader(await signInAs(stack, "buyer"));
    const { externalOrderCode } = await placeOverHttp(stack, cookie, "pins-as-strings", 3);
    order = `/orders/${externalOrderCode}`;
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, "index.html"), sideBySide());
  });
  afterAll(() => stack.stop());

  it.each(engines)(
    "fit into the window in $name at each width, with no error in the console",
    async ({ name, start }) => {
      const engine = await start();
      const tooWide: string[] = [];
      try {
        const person = personAt(engine, stack.url);
        await signInAsBuyer(person, stack);
        for (const width of WIDTHS) {
          await engine.resize(width);
          for (const [page, path] of Object.entries(PAGES)) {
            await person.open(path ?? order);
            await person.sees({ role: "heading" });
            await person.seesRest();
            const [inner, needed] = await engine.run(
              () => [window.innerWidth, document.documentElement.scrollWidth],
              null,
            );
            if ((needed ?? 0) > (inner ?? 0)) tooWide.push(`${page}: ${needed} of ${inner} px`);
            writeFileSync(join(FOLDER, fileOf(page, name, width)), await engine.picture());
          }
        }
        expect(tooWide).toEqual([]);
        expect(engine.consoleErrors()).toEqual([]);
      } finally {
        await engine.close();
      }
    },
  );
});

function fileOf(page: string, engine: string, width: number): string {
  return `${page}-${width}-${engine}.png`;
}

/** A page on which a person compares the pictures. */
function sideBySide(): string {
  const rows = Object.keys(PAGES).flatMap((page) =>
    WIDTHS.map((width) => {
      const pictures = engines.map(
        ({ name }) => `<img src="${fileOf(page, name, width)}" alt="${name}" height="500">`,
      );
      return `<h2>${page}, ${width} px: ${engines.map(({ name }) => name).join(", ")}</h2>${pictures.join("\n")}`;
    }),
  );
  return `<!doctype html><meta charset="utf-8"><title>Main pages</title>${rows.join("\n")}`;
}
