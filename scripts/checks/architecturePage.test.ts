import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ORDER_STATES } from "#lib/contracts/orders/orderState.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { BOUNDARIES } from "#scripts/checks/boundaries/table.ts";
import { readPage } from "./citations.ts";

const page = readPage(readFileSync("docs/architecture.md", "utf8"));

/** The cells of the rows in a section's tables that begin with a word in backticks. */
function rowsOf(section: string): string[][] {
  const lines = (page.sections.get(section) ?? "").split("\n").filter((line) => line.startsWith("| `"));
  return lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
}

/** The groups of folders that the page defines above its table: `- *verbs*: …`. */
function groupsOf(section: string): Map<string, string> {
  const text = page.sections.get(section) ?? "";
  return new Map(
    [...text.matchAll(/^- \*([a-z ]+)\*: ((?:.|\n {2})+)/gm)].map(([, name = "", list = ""]) => [name, list]),
  );
}

/** Method, address and permission of each route that is declared with `route()`. */
function declaredRoutes(): string[] {
  const files = readdirSync("app/api", { recursive: true, encoding: "utf8" });
  return files
    .filter((name) => name.endsWith("route.ts"))
    .flatMap((name) => {
      const source = readFileSync(`app/api/${name}`, "utf8");
      const address = `/api/${name.replace(/\/route\.ts$/, "").replaceAll(/\[(\w+)\]/g, "{$1}")}`;
      const declarations = source.matchAll(
        /export const ([A-Z]+) = route\(\{\s*permission: (?:"([\w.]+)"|null)/g,
      );
      return [...declarations].map(
        ([, method = "", permission = "signed in"]) => `${method} ${address}: ${permission}`,
      );
    });
}

describe("docs/architecture.md", () => {
  it("lists every state of an order with its word, its stage, its rank and whether nothing was bought", () => {
    const documented = rowsOf("the-life-of-an-order")
      .filter(([name]) => name !== undefined && name in STATES)
      .map((cells) => `${cells.slice(0, 4).join(", ")}, ${cells.at(-1) === "yes"}`);
    const real = ORDER_STATES.map((state) => {
      const { word, stage, rank, isNothingBought } = STATES[state];
      return [state, word, stage, rank, isNothingBought].join(", ");
    });
    expect(documented.toSorted()).toEqual(real.toSorted());
  });

  it("lists what each folder may import, as the linter enforces it", () => {
    const groups = groupsOf("boundaries");
    const documented = (page.sections.get("boundaries") ?? "").matchAll(
      /^\| `([^`]+)` \|[^|]+\|([^|]+)\|$/gm,
    );
    const allowed = [...documented].map(([, folder = "", cell = ""]) => {
      const list = cell.replaceAll(/\*([a-z ]+)\*/g, (_, name: string) => groups.get(name) ?? `\`${name}\``);
      return [
        folder,
        [...new Set([...list.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => `#${name}`))].toSorted(),
      ];
    });
    const enforced = Object.entries(BOUNDARIES).map(([folder, entries]) => [
      folder,
      [...new Set(entries.filter((entry) => entry.startsWith("#")))].toSorted(),
    ]);
    expect(Object.fromEntries(allowed)).toEqual(Object.fromEntries(enforced));
  });

  it("lists every table of the database", () => {
    const documented = rowsOf("storage-and-jobs").flatMap(([names = ""]) => names.split(", "));
    const declared = readdirSync("server/db/schema").flatMap((name) => {
      const source = readFileSync(`server/db/schema/${name}`, "utf8");
      return [...source.matchAll(/pgTable\(\s*"(\w+)"/g)].map(([, table = ""]) => table);
    });
    expect(documented.toSorted()).toEqual(declared.toSorted());
  });

  it("lists every route of the dashboard's own interface with its permission", () => {
    const documented = rowsOf("http-interface").map(([route, permission]) => `${route}: ${permission}`);
    expect(documented.toSorted()).toEqual(declaredRoutes().toSorted());
  });
});
