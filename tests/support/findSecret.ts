import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { formFinder } from "./findForms.ts";
import { unpackAll } from "./unpack.ts";

/** The secret as it is, and every form in which a program might have written it. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const hashes = ["sha256", "sha1", "md5"].map((name) => createHash(name).update(secret).digest("hex"));
  const base64 = [0, 1, 2].map((shift) =>
    // In a longer text, the characters depend on where the secret begins, and the first and last ones on what surrounds it.
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .slice(4, -4),
  );
  return [secret, encodeURIComponent(secret), bytes.toString("hex"), ...hashes, ...base64];
}

/** The same as bytes of a file: also without separators, as base64url, as UTF-16 (which browsers write), and hashes in binary form. */
function bytesOf(secret: string): Buffer[] {
  const plain = [secret, secret.replaceAll(/[^a-z\d]/gi, "")];
  const texts = [
    ...formsOf(secret),
    ...plain.flatMap((text) => [text, text.toLowerCase(), text.toUpperCase()]),
  ];
  const forAddresses = texts.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"));
  const inUpperHex = Buffer.from(secret).toString("hex").toUpperCase();
  const hashes = ["sha256", "sha1", "md5"].map((name) => createHash(name).update(secret).digest());
  const all = [...texts, ...forAddresses, inUpperHex].map((text) => Buffer.from(text));
  all.push(Buffer.from(secret, "utf16le"), ...hashes);
  return [...new Map(all.map((form) => [form.toString("hex"), form])).values()];
}

/** Returns a function that finds which of the secrets occur in a buffer, in any form. */
function secretFinder(secrets: readonly string[]): (content: Buffer) => Set<string> {
  return formFinder(secrets.flatMap((owner) => bytesOf(owner).map((form) => ({ form, owner }))));
}

function isIn(text: string, forms: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return forms.some((form) => text.includes(form) || lower.includes(form.toLowerCase()));
}

/** A connection of the database driver, or a pool of them. */
type Queryable = { query(statement: string): Promise<{ rows: unknown[] }> };

const tablesSchema = z.array(z.object({ schema: z.string(), name: z.string() }));
const rowsSchema = z.array(z.object({ row: z.string() }));

/** The names of tables that contain one of the secrets, in any form. PostgreSQL decompresses its own compressed values. */
export async function tablesWith(database: Queryable, secrets: readonly string[]): Promise<string[]> {
  const forms = secrets.flatMap(formsOf);
  const tables = await database.query(
    "select schemaname as schema, tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  const found: string[] = [];
  for (const { schema, name } of tablesSchema.parse(tables.rows)) {
    const { rows } = await database.query(`select t::text as row from "${schema}"."${name}" t`);
    const texts = rowsSchema.parse(rows).map(({ row }) => row);
    if (texts.some((text) => isIn(text, forms)) || isPackedIn(texts.join("\n"), secrets)) found.push(name);
  }
  return found;
}

/** Whether a text contains one of the secrets in a packed form: as base64, or as bytes in PostgreSQL's notation. */
function isPackedIn(text: string, secrets: readonly string[]): boolean {
  const find = secretFinder(secrets);
  const bytes = [...text.matchAll(/\\x((?:[\da-f]{2})+)/g)].map(([, hex = ""]) => Buffer.from(hex, "hex"));
  return [Buffer.from(text), ...bytes].some((content) => {
    for (const unpacked of unpackAll(content)) if (find(unpacked).size > 0) return true;
    return false;
  });
}

export function isLogged(lines: readonly string[], secrets: readonly string[]): boolean {
  const text = lines.join("");
  return isIn(text, secrets.flatMap(formsOf)) || isPackedIn(text, secrets);
}

type Search = {
  /** Only files written since then, by the clock of this machine. */
  since?: number;
  /** Directories that are left out, including their contents. */
  except?: readonly string[];
};

/** Where a secret was found. */
export type Found = { secret: string; path: string };

/** The files in these directories that contain one of the secrets, in any form, compressed or not, or have it in their name. */
export function filesWith(
  directories: readonly string[],
  secrets: readonly string[],
  { since = 0, except = [] }: Search = {},
): Found[] {
  const find = secretFinder(secrets);
  const paths = directories.flatMap((directory) => filesIn(directory, except));
  return paths.flatMap((path) => {
    try {
      if (statSync(path).mtimeMs < since) return [];
      const content = readFileSync(path);
      const found = find(Buffer.concat([Buffer.from(path), content]));
      if (/\/pg_wal\/[\dA-F]{24}$/.test(path))
        for (const secret of find(withoutPageHeaders(content))) found.add(secret);
      for (const unpacked of unpackAll(content)) for (const secret of find(unpacked)) found.add(secret);
      return [...found].map((secret) => ({ secret, path }));
    } catch {
      // The file has been removed since: other programs use the directory too.
      return [];
    }
  });
}

const WAL_PAGE = 8_192;
/** The header of each page. The longer header of the first page cannot interrupt a record. */
const WAL_PAGE_HEADER = 24;

/** The content of a WAL segment without page headers, across which records continue. */
function withoutPageHeaders(segment: Buffer): Buffer {
  const starts = Array.from({ length: Math.ceil(segment.length / WAL_PAGE) }, (_, page) => page * WAL_PAGE);
  return Buffer.concat(starts.map((at) => segment.subarray(at + WAL_PAGE_HEADER, at + WAL_PAGE)));
}

/** The temporary directories of stacks, tests and databases that run at the same time, except for the given ones. */
export function temporaryOfOthers(...own: readonly string[]): string[] {
  return readdirSync(tmpdir())
    .filter((name) => name.startsWith("codedesk-"))
    .map((name) => join(tmpdir(), name))
    .filter((path) => !own.includes(path));
}

function filesIn(directory: string, except: readonly string[]): string[] {
  if (except.includes(directory)) return [];
  try {
    return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) return filesIn(path, except);
      return entry.isFile() ? [path] : [];
    });
  } catch {
    return [];
  }
}
