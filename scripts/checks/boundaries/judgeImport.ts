import { posix } from "node:path";
import { BOUNDARIES, INTERFACES, TEST_PACKAGES } from "./table.ts";

/** Imports that are against the table today: `file -> #file`. Each is to be removed together with its entry. */
export const TEMPORARY: ReadonlySet<string> = new Set<string>([
  "lib/contracts/favourites.ts -> #lib/catalog/favourites.ts",
  "lib/contracts/catalog.ts -> #lib/catalog/favourites.ts",
  "lib/contracts/savedViews.ts -> #lib/catalog/views/viewName.ts",
  "lib/contracts/member.ts -> #lib/members/roles.ts",
  "server/team/addMember.ts -> #server/http/parseInput.ts",
]);

/**
 * Says in one sentence what is wrong with an import, or returns null.
 * @param file path of the importing file from the root of the repository, with forward slashes
 * @param specifier as it is written in the import
 */
export function judgeImport(file: string, specifier: string): string | null {
  if (specifier.startsWith(".")) {
    return /^\.\/[^/]+$/.test(specifier)
      ? null
      : `Import "./x.ts" only from the same folder; write "#${posix.join(posix.dirname(file), specifier)}".`;
  }
  if (TEMPORARY.has(`${file} -> ${specifier}`)) return null;
  const row = rowOf(file);
  if (row === null) return `${file} is in no row of scripts/checks/boundaries/table.ts.`;
  const packages = isTest(file) ? TEST_PACKAGES : [];
  const allowed = [...(BOUNDARIES[row] ?? []), ...packages, `#${own(row, file)}`];
  if (!allowed.some((entry) => covers(entry, specifier))) {
    return `${own(row, file)} may not import ${specifier} (scripts/checks/boundaries/table.ts).`;
  }
  const closed = Object.entries(INTERFACES).find(
    ([folder]) => specifier.startsWith(`#${folder}/`) && !file.startsWith(`${folder}/`),
  );
  if (closed === undefined || specifier === `#${closed[1]}` || file.startsWith("tests/")) return null;
  return `Of ${closed[0]}, only ${closed[1]} may be imported.`;
}

function rowOf(file: string): string | null {
  const rows = Object.keys(BOUNDARIES).filter((row) => matches(row, file));
  return rows.toSorted((a, b) => b.replace("*", "").length - a.replace("*", "").length)[0] ?? null;
}

function matches(row: string, file: string): boolean {
  if (row === ".") return !file.includes("/");
  const parts = row.split("/");
  const folders = file.split("/");
  if (!row.endsWith(".ts") && folders.length <= parts.length) return false;
  return parts.every((part, index) => part === "*" || part === folders[index]);
}

/** The folder that a row means for this file: `components/*` is `components/catalog` for a file of the catalog. */
function own(row: string, file: string): string {
  return row === "." ? row : file.split("/").slice(0, row.split("/").length).join("/");
}

function covers(entry: string, specifier: string): boolean {
  if (entry === "*") return !specifier.startsWith("#");
  if (entry === "node:") return specifier.startsWith("node:");
  return specifier === entry || specifier.startsWith(`${entry}/`);
}

function isTest(file: string): boolean {
  return /\.(test|testing)\.tsx?$/.test(file);
}
