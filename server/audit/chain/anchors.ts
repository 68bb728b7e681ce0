import "server-only";
import { open, readFile } from "node:fs/promises";
import { z } from "zod";

/**
 * The head of the chain as it was told to somebody outside the database. The fields are named as in a log line, so that a log can
 * be read as a list of anchors too.
 */
const anchorSchema = z.object({
  time: z.string(),
  auditSequence: z.string().regex(/^\d{1,18}$/),
  auditHash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Anchor = z.infer<typeof anchorSchema>;

/** Appends a line to the file and returns once it is on disk. Creates the file, readable by its owner only. */
export async function appendAnchor(file: string, anchor: Anchor): Promise<void> {
  const handle = await open(file, "a", 0o600);
  try {
    await handle.appendFile(`${JSON.stringify(anchor)}\n`);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** The anchors in a file or a log, in its order. Skips other lines of a log, and a last line that was cut off. */
export function parseAnchors(text: string): Anchor[] {
  return text.split("\n").flatMap((line) => {
    if (!line.includes('"auditSequence"')) return [];
    const parsed = anchorSchema.safeParse(parseJson(line));
    return parsed.success ? [parsed.data] : [];
  });
}

/** The anchors that were written to a file; none if it does not exist. */
export async function readAnchors(file: string): Promise<Anchor[]> {
  return parseAnchors(await readFile(file, "utf8").catch(ignoreMissing));
}

function ignoreMissing(error: unknown): string {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
  throw error;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
