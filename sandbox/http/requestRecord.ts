import { createHash } from "node:crypto";
import { KEY_PREFIX } from "#sandbox/interface/keys.ts";
import type { Operation } from "./faults.ts";

/** What the service received, for the tests that use it as an oracle. */
export type ReceivedRequest = {
  at: number;
  method: string;
  /** With its query, as it was sent. */
  path: string;
  operation: Operation | null;
  /** As they came, with secrets cut to the prefix that names their kind. */
  headers: Record<string, string>;
  keyPrefix: string | null;
  /** The externalOrderCode of a POST, or the reference of a GET. */
  code: string | null;
  /** The exact bytes of a POST, base64. */
  body: string | null;
  /** The status of the answer; null while there is none. */
  status: number | null;
};

/** How often a code was posted, and how many different bodies came with it. */
export type Posts = { posts: number; distinctBodies: number };

/** Keeps the latest requests; only with the control interface on. */
export class RequestRecord {
  #requests: ReceivedRequest[] = [];
  #posts = new Map<string, { count: number; bodies: Set<string> }>();
  readonly #limit: number;

  constructor(limit = 100_000) {
    this.#limit = limit;
  }

  add(request: ReceivedRequest): void {
    this.#requests.push(request);
    if (this.#requests.length > this.#limit) this.#requests.splice(0, Math.ceil(this.#limit / 10));
    if (request.operation !== "place" || request.code === null) return;
    const known = this.#posts.get(request.code) ?? { count: 0, bodies: new Set() };
    known.count += 1;
    known.bodies.add(
      createHash("sha256")
        .update(request.body ?? "")
        .digest("base64"),
    );
    this.#posts.set(request.code, known);
  }

  /** Those about one code or reference, or all. */
  all(code?: string): readonly ReceivedRequest[] {
    return code === undefined ? this.#requests : this.#requests.filter((request) => request.code === code);
  }

  postsOf(code: string): Posts {
    const known = this.#posts.get(code);
    return { posts: known?.count ?? 0, distinctBodies: known?.bodies.size ?? 0 };
  }

  clear(): void {
    this.#requests = [];
    this.#posts.clear();
  }
}

/** The part of a key that says which environment it is for. */
export function prefixOf(key: string): string {
  return key.slice(0, KEY_PREFIX.length);
}

export function redacted(headers: Headers): Record<string, string> {
  const secret = /^(x-api-key|authorization|cookie)$/;
  return Object.fromEntries(
    [...headers].map(([name, value]) => [name, secret.test(name) ? `${prefixOf(value)}…` : value]),
  );
}
