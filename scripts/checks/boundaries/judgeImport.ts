import { posix } from "node:path";
import { isUndocumented } from "./packageParts.ts";
import { BOUNDARIES, INTERFACES, TEST_PACKAGES } from "./table.ts";

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
  const row = rowOf(file);
  if (row === null) return `${file} is in no row of scripts/checks/boundaries/table.ts.`;
  const packages = isTest(file) ? TEST_PACKAGES : [];
  const allowed = [...(BOUNDARIES[row] ?? []), ...packages, `#${own(row, file)}`];
  if (!allowed.some((entry) => covers(entry, specifier))) {
    return `${own(row, file)} may not import ${specifier} (scripts/checks/boundaries/table.ts).`;
  }
  if (isUndocumented(file, specifier)) {
    return `No documentation names ${specifier}: it may change with any version (scripts/checks/boundaries/packageParts.ts).`;
  }
  return judgeInterface(file, specifier);
}

function judgeInterface(file: string, specifier: string): string | null {
  const entry = Object.entries(INTERFACES).find(([folder]) => specifier.startsWith(`#${folder}/`));
  if (entry === undefined || file.startsWith(`${entry[0]}/`) || file.startsWith("tests/")) return null;
  const [folder, files] = entry;
  if (files.some((name) => specifier === `#${folder}/${name}`)) return null;
  return `Of ${folder}, only ${files.join(" and ")} may be imported from outside.`;
}

function rowOf(file: string): string | null {
  const rows = Object.keys(BOUNDARIES).filter((row) => matches(row, file));
  return rows.toSorted((a, b) => b.replace("*", "").length - a.replace("*", "").length)[0] ?? null;
}

function matches(row: string, file: string): boolean {
  if (row === ".") return !file.includes("/");
  const parts = row.split("/");
  const folders = file.split("/");
  if (!/\.m?[jt]s$/.test(row) && folders.length <= parts.length) return false;
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
