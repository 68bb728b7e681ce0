import "server-only";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Clock, Instant } from "#lib/time/instant.ts";
import { classify, failed, serviceDateOf } from "./classify.ts";
import type { CallOptions, CallRecord, RateLimiter, RateLimiterEvent, ServiceAnswer } from "./client.ts";
import type { Exchange, Transport } from "./exchange.ts";

export type Call = {
  operation: CallRecord["operation"];
  method: "GET" | "POST";
  /** Below /v2. */
  path: string;
  body?: Uint8Array;
};

type CallerParts = {
  environment: Environment;
  keys: readonly string[];
  clock: Clock;
  gate: RateLimiter;
  record: (call: CallRecord) => void;
  transportFor: (operation: Call["operation"]) => Transport;
  /** The path in front of every call, /v2 included. */
  prefix: string;
};

/** Turns the JSON of a 2xx into a value, or into the failure of being off-shape. */
type Settle<T> = (json: unknown, statusCode: number) => ServiceAnswer<T>;

const LONGEST_MESSAGE = 500;

/** Asks the gate, sends, classes, reports and records: the same way for every operation. Never retries. */
export class Caller {
  readonly #parts: CallerParts;
  /** Which key is in use; moves on when one is answered 401 and stays there (rotation without downtime). */
  #keyIndex = 0;

  constructor(parts: CallerParts) {
    this.#parts = parts;
  }

  /** With a 401 nothing has happened, so the same bytes go out once more with the next key, if there is one. */
  async call<T>(call: Call, settle: Settle<T>, options: CallOptions): Promise<ServiceAnswer<T>> {
    const { keys } = this.#parts;
    let answer = await this.#once(call, settle, options);
    for (let tried = 1; tried < keys.length && isUnauthorised(answer); tried += 1) {
      answer = await this.#once(call, settle, options);
    }
    return answer;
  }

  async #once<T>(call: Call, settle: Settle<T>, options: CallOptions): Promise<ServiceAnswer<T>> {
    const { clock } = this.#parts;
    const at = clock.now();
    const started = performance.now();
    const held = await this.#askGate();
    const answer = held ?? (await this.#send(call, settle, options));
    this.#record(call, options, answer, { at, durationMs: Math.round(performance.now() - started) });
    return answer;
  }

  /** Null: go. Without a word from the gate nothing is sent. */
  async #askGate(): Promise<ServiceAnswer<never> | null> {
    const { gate, clock } = this.#parts;
    try {
      const until = await gate.admit();
      if (until === null) return null;
      const retryAfterMs = Math.max(0, until - clock.now());
      return failed("throttled", null, "Held back before sending: the service asked us to wait.", {
        retryAfterMs,
      });
    } catch {
      return failed("not_sent", null, "Not sent: the gate that keeps the pace could not be asked.");
    }
  }

  async #send<T>(call: Call, settle: Settle<T>, options: CallOptions): Promise<ServiceAnswer<T>> {
    const { keys, transportFor, prefix, clock } = this.#parts;
    const sentAt = clock.now();
    const keyIndex = this.#keyIndex;
    const key = keys[keyIndex] ?? "";
    const { method, body } = call;
    const exchange = await transportFor(call.operation).exchange({
      method,
      path: prefix + call.path,
      key,
      ...(body === undefined ? {} : { body }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    });
    const verdict = classify(exchange, clock.now(), (text) => this.#redact(text));
    const answer = verdict.ok ? this.#settle(settle, verdict) : verdict;
    // Calls run side by side: only the one that used the current key may move on from it.
    if (isUnauthorised(answer) && this.#keyIndex === keyIndex) this.#keyIndex = (keyIndex + 1) % keys.length;
    await this.#report(exchange, answer, sentAt);
    return answer;
  }

  /** A reader that stumbles over an answer must not take the outcome of an order with it. */
  #settle<T>(settle: Settle<T>, verdict: { json: unknown; statusCode: number }): ServiceAnswer<T> {
    try {
      return settle(verdict.json, verdict.statusCode);
    } catch {
      return failed("ambiguous", verdict.statusCode, "Outcome unknown: the answer could not be read.");
    }
  }

  async #report<T>(exchange: Exchange, answer: ServiceAnswer<T>, sentAt: Instant): Promise<void> {
    const event = gateEvent(exchange, answer, { sentAt, at: this.#parts.clock.now() });
    if (event === null) return;
    try {
      await this.#parts.gate.report(event);
    } catch {
      // The answer is worth more than the report: the caller has it, and `retryAfterMs` in it.
    }
  }

  #record<T>(
    call: Call,
    options: CallOptions,
    answer: ServiceAnswer<T>,
    when: { at: number; durationMs: number },
  ) {
    const failure = answer.ok ? null : answer.failure;
    try {
      this.#parts.record({
        environment: this.#parts.environment,
        at: when.at,
        operation: call.operation,
        statusCode: answer.ok ? answer.statusCode : answer.failure.statusCode,
        failure: failure?.kind ?? null,
        message: (failure?.body?.message ?? failure?.detail)?.slice(0, LONGEST_MESSAGE) ?? null,
        durationMs: when.durationMs,
        attempt: options.attempt ?? null,
        orderRow: options.orderRow ?? null,
      });
    } catch {
      // A request log that cannot be written never decides about an order.
    }
  }

  #redact(text: string): string {
    return this.#parts.keys.reduce((clean, key) => clean.replaceAll(key, "[key]"), text);
  }
}

function isUnauthorised<T>(answer: ServiceAnswer<T>): boolean {
  return !answer.ok && answer.failure.kind === "unauthorised";
}

function gateEvent<T>(
  exchange: Exchange,
  answer: ServiceAnswer<T>,
  { sentAt, at }: { sentAt: Instant; at: Instant },
): RateLimiterEvent | null {
  if (exchange.kind !== "answer" && exchange.cancelled) return null;
  if (!answer.ok && answer.failure.kind === "throttled") {
    return { kind: "throttled", at, retryAfterMs: answer.failure.retryAfterMs };
  }
  const head = exchange.kind === "not_sent" ? null : exchange.head;
  return head === null
    ? { kind: "silent", at: sentAt }
    : { kind: "answered", at, serviceDate: serviceDateOf(head) };
}
