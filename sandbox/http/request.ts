import { CHOICES } from "#sandbox/interface/choices.ts";

/** The address of a request: the path as it was sent, its last segment decoded, and its query. */
export type Sent = { path: string; segment: string; query: URLSearchParams };

export function sentAddress(url: string): Sent {
  const path = rawPath(url);
  return {
    path: url,
    segment: decoded(path.slice(path.lastIndexOf("/") + 1)),
    query: new URLSearchParams(url.slice(path.length + 1)),
  };
}

/** The path without its query and without any normalisation. */
export function rawPath(url: string): string {
  const query = url.indexOf("?");
  return query === -1 ? url : url.slice(0, query);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The whole body; null as soon as it is longer than any order (CHOICES.maxBodyBytes). */
export async function readBody(request: Request): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > CHOICES.maxBodyBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Undefined where the bytes are not JSON in UTF-8. */
export function parseJson(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return value;
  } catch {
    return undefined;
  }
}
