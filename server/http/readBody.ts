import "server-only";
import { AppError } from "#server/context/errors.ts";
import { repeatedName } from "#lib/json/repeatedName.ts";
import { refuseUnstorableText } from "./refuseUnstorableText.ts";

/** Enough for an order of a thousand lines; a route that accepts more says so. */
export const DEFAULT_BODY_BYTES = 256 * 1024;
/** Deeper than any contract. */
const MAX_DEPTH = 20;

/**
 * Reads the JSON body of a request: limited in size before it is parsed, and free of `__proto__` and of text that no database can
 * store.
 * @throws AppError `unsupported-media-type`, `too-large`, `validation`.
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  const mediaType = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") {
    throw new AppError(
      "unsupported-media-type",
      "Send the body as JSON, with Content-Type: application/json.",
    );
  }
  const text = await readText(request, maxBytes);
  const value = parse(text);
  refuseTraps(value);
  refuseRepeatedNames(text);
  return value;
}

/** @throws AppError `too-large`; `validation` for bytes that are not UTF-8. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = new AppError("too-large", `Send at most ${maxBytes} bytes at once.`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  try {
    // undici types the body as Node's own stream, which is iterable.
    for await (const chunk of request.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw tooLarge;
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (error === tooLarge) throw error;
    throw new AppError("validation", "The body could not be read as UTF-8 text. Send it again.");
  }
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new AppError("validation", "The body is not JSON. Check for a missing quote, comma or bracket.");
  }
}

/** Of two members with one name, the parser takes the last. Which of them the caller means, nobody knows. */
function refuseRepeatedNames(text: string): void {
  const name = repeatedName(text);
  if (name === null) return;
  throw new AppError("validation", `The body has the member "${name}" twice in one object. Send it once.`, {
    fields: { [name]: "Send it once." },
  });
}

/** Traverses iteratively, so that deep nesting cannot overflow the stack. */
function refuseTraps(root: unknown): void {
  const open: { value: unknown; path?: string; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, depth } = next;
    if (typeof value === "string") refuseUnstorableText(value, "body", path);
    if (typeof value !== "object" || value === null) continue;
    if (depth >= MAX_DEPTH)
      throw new AppError("validation", `Nest the body at most ${MAX_DEPTH} levels deep.`);
    if (Object.hasOwn(value, "__proto__")) {
      throw new AppError("validation", 'Remove the member "__proto__" from the body.');
    }
    for (const [name, part] of Object.entries(value)) {
      refuseUnstorableText(name, "body");
      open.push({ value: part, path: path === undefined ? name : `${path}.${name}`, depth: depth + 1 });
    }
  }
}
