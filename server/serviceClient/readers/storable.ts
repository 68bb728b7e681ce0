import "server-only";
import { isRecord } from "#lib/json/isRecord.ts";
import { storableText, type JsonRecord } from "./fields.ts";

const DEEPEST = 40;
const TOO_DEEP = "[nested too deeply to show]";

type Job = { from: unknown[] | JsonRecord; to: unknown[] | JsonRecord; depth: number };

/**
 * Copies a raw answer so that it can be stored as jsonb and shown: at most 40 levels deep (JSON.stringify and PostgreSQL both
 * recurse), without NUL and lone surrogates. Fields keep their names, including `__proto__`.
 */
export function storable(value: unknown): unknown {
  const jobs: Job[] = [];
  const copy = begin(value, 0, jobs);
  for (let job = jobs.pop(); job !== undefined; job = jobs.pop()) fill(job, jobs);
  return copy;
}

/** Copies a scalar at once; for a list or object, returns an empty copy and adds a job that fills it. */
function begin(value: unknown, depth: number, jobs: Job[]): unknown {
  if (typeof value === "string") return storableText(value);
  if (!Array.isArray(value) && !isRecord(value)) return value ?? null;
  if (depth >= DEEPEST) return TOO_DEEP;
  const to = Array.isArray(value) ? [] : {};
  jobs.push({ from: value, to, depth: depth + 1 });
  return to;
}

function fill({ from, to, depth }: Job, jobs: Job[]): void {
  if (Array.isArray(from)) {
    if (Array.isArray(to)) for (const item of from) to.push(begin(item, depth, jobs));
    return;
  }
  if (Array.isArray(to)) return;
  for (const [name, item] of Object.entries(from)) {
    const copy = begin(item, depth, jobs);
    const key = storableText(name);
    // An assignment to `__proto__` would change the prototype instead.
    if (key !== "__proto__") to[key] = copy;
    else
      Object.defineProperty(to, key, { value: copy, enumerable: true, configurable: true, writable: true });
  }
}
