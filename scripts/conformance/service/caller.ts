import { setTimeout as sleep } from "node:timers/promises";
import { parseJson } from "#server/serviceClient/readers/parseJson.ts";

export type Answer = {
  status: number;
  headers: Headers;
  /** The JSON; undefined if it is not valid. */
  body: unknown;
  /** The time until the whole answer had arrived. */
  ms: number;
};
export type Ask = {
  /** A key other than the configured one; null: none. */
  key?: string | null;
  headers?: Record<string, string>;
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown;
  /** The path is not below /v2. */
  outside?: boolean;
  /** Returns a 429 instead of waiting and repeating the call. */
  impatient?: boolean;
};
export type Caller = {
  ask: (method: string, path: string, how?: Ask) => Promise<Answer>;
  /** The Retry-After and message of each 429 received in between. */
  throttled: readonly Throttling[];
};
export type Throttling = { retryAfter: string | null; body: unknown };
export type Target = { url: string; key: string };

const TIMEOUT_MS = 30_000;
const MOST_WAITS = 20;
const LONGEST_WAIT_MS = 60_000;

/**
 * Plain HTTP to a service, without Codedesk's own client in between. Waits when it is rate limited.
 * @param pause waits the given number of milliseconds of the service's time
 */
export function createCaller({ url, key }: Target, pause: (ms: number) => Promise<unknown> = sleep): Caller {
  const throttled: Throttling[] = [];
  const base = url.replace(/\/+$/, "").replace(/\/v2$/, "");
  const once = async (method: string, path: string, how: Ask): Promise<Answer> => {
    const headers = new Headers(how.headers);
    const sent = how.key === undefined ? key : how.key;
    if (sent !== null) headers.set("x-api-key", sent);
    if (how.body !== undefined) headers.set("content-type", "application/json");
    const began = performance.now();
    const answer = await fetch(`${base}${how.outside === true ? "" : "/v2"}${path}`, {
      method,
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(how.body === undefined ? {} : { body: textOf(how.body) }),
    });
    const body = read(await answer.text());
    return { status: answer.status, headers: answer.headers, body, ms: performance.now() - began };
  };
  return {
    throttled,
    ask: async (method, path, how = {}) => {
      for (let waits = 0; ; waits += 1) {
        const answer = await once(method, path, how);
        if (answer.status !== 429) return answer;
        const retryAfter = answer.headers.get("retry-after");
        throttled.push({ retryAfter, body: answer.body });
        const waitMs = Number(retryAfter ?? "1") * 1_000;
        if (how.impatient === true || waits === MOST_WAITS || !(waitMs <= LONGEST_WAIT_MS)) return answer;
        await pause(waitMs);
      }
    },
  };
}

function textOf(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}

function read(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
