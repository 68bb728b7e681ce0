import "server-only";
import { isRecord, storableText } from "./fields.ts";

const DEEPEST = 40;
const TOO_DEEP = "[nested too deeply to show]";

type Job = { value: unknown; depth: number; put: (copy: unknown) => void };

/**
 * A copy of a raw answer that can be stored as jsonb and shown: at most 40 levels deep (JSON.stringify and PostgreSQL
 * both recurse), without NUL or half characters. Members keep their names, `__proto__` included.
 */
export function storable(value: unknown): unknown {
  let result: unknown;
  const jobs: Job[] = [{ value, depth: 0, put: (copy) => (result = copy) }];
  for (let job = jobs.pop(); job !== undefined; job = jobs.pop()) copyOne(job, jobs);
  return result;
}

function copyOne({ value, depth, put }: Job, jobs: Job[]): void {
  if (typeof value === "string") return put(storableText(value));
  if (!Array.isArray(value) && !isRecord(value)) return put(value ?? null);
  if (depth >= DEEPEST) return put(TOO_DEEP);
  if (Array.isArray(value)) {
    const copy: unknown[] = Array.from({ length: value.length }, () => null);
    value.forEach((item: unknown, index) =>
      jobs.push({ value: item, depth: depth + 1, put: (made) => (copy[index] = made) }),
    );
    return put(copy);
  }
  const copy = {};
  for (const [name, item] of Object.entries(value)) {
    const key = storableText(name);
    // defineProperty, because an assignment to `__proto__` would change the prototype instead.
    const define = (made: unknown) =>
      Object.defineProperty(copy, key, { value: made, enumerable: true, configurable: true, writable: true });
    define(null);
    jobs.push({ value: item, depth: depth + 1, put: define });
  }
  put(copy);
}
