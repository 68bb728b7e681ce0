import "server-only";
import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { acceptsBrotli } from "./acceptsBrotli.ts";

/** Next serves the files of the build below this path. */
const STATIC = "/_next/static/";
const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};
const SUFFIX = ".br";

/**
 * Serves scripts and styles in the form that scripts/build/compressFiles.ts compressed once, instead of compressing them
 * for each visit. `compressed` contains the paths of the files that have such a version. Next finds that version under its own
 * path, and sets every other header as for the file itself.
 */
export function preferCompressed(
  request: IncomingMessage,
  response: ServerResponse,
  compressed: ReadonlySet<string>,
): void {
  const { url = "", headers, method } = request;
  if ((method !== "GET" && method !== "HEAD") || !url.startsWith(STATIC)) return;
  const [file = ""] = url.split("?");
  const type = TYPES[path.extname(file)];
  if (type === undefined || !compressed.has(file)) return;
  // Also on uncompressed answers: a cache must not give the compressed file to a client that cannot read it.
  response.setHeader("vary", "Accept-Encoding");
  if (!acceptsBrotli(headers["accept-encoding"])) return;
  request.url = `${file}${SUFFIX}`;
  response.setHeader("content-type", type);
  response.setHeader("content-encoding", "br");
}

/** The paths of the build's files that also exist in compressed form; none in development. */
export function listCompressed(
  folder = path.join(/* turbopackIgnore: true */ process.cwd(), ".next", "static"),
): ReadonlySet<string> {
  const files = namesBelow(folder).filter((name) => name.endsWith(SUFFIX));
  return new Set(
    files.map((name) => `${STATIC}${name.slice(0, -SUFFIX.length).split(path.sep).join(path.posix.sep)}`),
  );
}

function namesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch {
    // Only a build has this folder; `next dev` does not.
    return [];
  }
}
