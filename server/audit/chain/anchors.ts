import "server-only";
import { open, readFile } from "node:fs/promises";
import { z } from "zod";

/** The head of the chain as it was told to somebody outside the database. Names as in a log line, so that a log is a list of anchors too. */
const anchorSchema = z.object({
  time: z.string(),
  auditSequence: z.string().regex(/^\d{1,18}$/),
  auditHash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Anchor = z.infer<typeof anchorSchema>;

/** Adds a line to the file, and has it on the disk before it returns. Creates the file, readable for its owner alone. */
export async function appendAnchor(file: string, anchor: Anchor): Promise<void> {
  const handle = await open(file, "a", 0o600);
  try {
    await handle.appendFile(`${JSON.stringify(anchor)}\n`);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** The anchors of a file or of a log, in its order. Other lines of a log, and a last one that was cut off, are skipped. */
export function parseAnchors(text: string): Anchor[] {
  return text.split("\n").flatMap((line) => {
    if (!line.includes('"auditSequence"')) return [];
    const parsed = anchorSchema.safeParse(parseJson(line));
    return parsed.success ? [parsed.data] : [];
  });
}

/** The anchors that were kept in a file; none where it does not exist. */
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
