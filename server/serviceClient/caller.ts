import "server-only";
import type { Environment } from "#lib/contracts/environment.ts";
import type { ServiceFailure } from "#lib/contracts/service/serviceFailure.ts";
import { keySlotSchema, type KeySlot } from "#lib/contracts/service/serviceKeys.ts";
import type { Clock, Instant } from "#lib/time/instant.ts";
import type { Answers, Operation } from "./answerReaders.ts";
import { failed, serviceDateOf } from "./classify.ts";
import type { CallOptions, CallRecord, CallOutcome, RateLimiter, ServiceAnswer } from "./client.ts";
import type { Exchange, Transport } from "./exchange.ts";
import { interpret, type Asked } from "./interpret.ts";
import { keyFingerprint } from "./keyFingerprint.ts";
import { AnswerThread, LARGE_ANSWER } from "./readOffThread.ts";
import { createRedact, type Redact } from "./redactKey.ts";

export type Call<O extends Operation = Operation> = Asked<O> & {
  method: "GET" | "POST";
  /** Relative to /v2. */
  path: string;
  body?: Uint8Array;
};

type CallerParts = {
  environment: Environment;
  keys: readonly string[];
  clock: Clock;
  rateLimiter: RateLimiter;
  record: (call: CallRecord) => void;
  transportFor: (operation: Call["operation"]) => Transport;
  /** The path in front of every call, including /v2. */
  prefix: string;
};

const LONGEST_MESSAGE = 500;
const KEY_SLOTS = keySlotSchema.options;

/** Asks the rate limiter, sends, classifies, reports and records: the same for every operation. Never retries, except with the next key after a 401. */
export class Caller {
  readonly #parts: CallerParts;
  readonly #redact: Redact;
  readonly #thread = new AnswerThread();
  /** The key in use. After a 401 the next key is used, and stays in use (rotation without downtime). */
  #keyIndex = 0;
  /** The fingerprints of the keys, in the same order. */
  readonly #fingerprints: readonly string[];
  /** The reports of answers that are still being stored; the report of a later failure waits for them. */
  readonly #reports = new Set<Promise<void>>();

  constructor(parts: CallerParts) {
    this.#parts = parts;
    this.#fingerprints = parts.keys.map(keyFingerprint);
    this.#redact = createRedact(parts.keys);
  }

  /** The keys by slot, and which one calls are made with. */
  keys(): { slot: KeySlot; fingerprint: string; isInUse: boolean }[] {
    return this.#parts.keys.flatMap((_, index) => {
      const slot = KEY_SLOTS[index];
      const isInUse = index === this.#keyIndex;
      return slot === undefined ? [] : [{ slot, fingerprint: this.#fingerprints[index] ?? "", isInUse }];
    });
  }

  /** Waits until all answers so far are stored. */
  async finish(): Promise<void> {
    await Promise.all(this.#reports);
  }

  /** After a 401, which means that nothing was done, sends the same bytes again with the next key, if there is one. */
  async call<O extends Operation>(call: Call<O>, options: CallOptions): Promise<ServiceAnswer<Answers[O]>> {
    const { keys } = this.#parts;
    let answer = await this.#once(call, options);
    if (options.key !== undefined) return answer;
    for (let tried = 1; tried < keys.length && isUnauthorised(answer); tried += 1) {
      answer = await this.#once(call, options);
    }
    return answer;
  }

  async #once<O extends Operation>(call: Call<O>, options: CallOptions): Promise<ServiceAnswer<Answers[O]>> {
    const { clock } = this.#parts;
    const at = clock.now();
    const started = performance.now();
    const blocked = await this.#acquire(options.despite);
    const keyIndex = options.key === undefined ? this.#keyIndex : KEY_SLOTS.indexOf(options.key);
    const answer = blocked ?? (await this.#send(call, options, keyIndex));
    const key = blocked === null ? (this.#fingerprints[keyIndex] ?? null) : null;
    this.#record(call, options, answer, {
      at,
      durationMs: Math.round(performance.now() - started),
      key,
    });
    return answer;
  }

  /** Null: send the call. If the rate limiter fails, nothing is sent. */
  async #acquire(despite?: Instant): Promise<ServiceAnswer<never> | null> {
    const { rateLimiter, clock } = this.#parts;
    try {
      const notBefore = await rateLimiter.acquire(despite);
      if (notBefore === null) return null;
      const retryAfterMs = Math.max(0, notBefore - clock.now());
      return failed("throttled", null, "Not sent: the service asked us to wait.", { retryAfterMs });
    } catch {
      return failed("not_sent", null, "Not sent: the rate limiter could not be read.");
    }
  }

  async #send<O extends Operation>(
    call: Call<O>,
    options: CallOptions,
    keyIndex: number,
  ): Promise<ServiceAnswer<Answers[O]>> {
    const { keys, transportFor, prefix, clock } = this.#parts;
    const sentAt = clock.now();
    const key = keys[keyIndex] ?? "";
    const { method, body } = call;
    const exchange = await transportFor(call.operation).exchange({
      method,
      path: prefix + call.path,
      key,
      ...(body === undefined ? {} : { body }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
      ...(options.mayStart === undefined ? {} : { mayStart: options.mayStart }),
    });
    const answer = await this.#interpret(exchange, call);
    // Calls run concurrently: only one that used the current key may move on to the next.
    const isInTurn = options.key === undefined && this.#keyIndex === keyIndex;
    if (isUnauthorised(answer) && isInTurn) this.#keyIndex = (keyIndex + 1) % keys.length;
    // A failure is stored before the call returns, because the next call may have to wait. A success need not be.
    if (answer.ok) this.#reportMeanwhile(exchange, answer, sentAt);
    else await this.finish().then(() => this.#report(exchange, answer, sentAt));
    return answer;
  }

  async #interpret<O extends Operation>(
    exchange: Exchange,
    { operation, reading }: Call<O>,
  ): Promise<ServiceAnswer<Answers[O]>> {
    const { keys, clock } = this.#parts;
    const [now, asked] = [clock.now(), { operation, reading }];
    return exchange.kind === "answer" && exchange.body.length >= LARGE_ANSWER
      ? this.#thread.interpret(exchange, now, keys, asked)
      : interpret(exchange, now, this.#redact, asked);
  }

  #reportMeanwhile<T>(exchange: Exchange, answer: ServiceAnswer<T>, sentAt: Instant): void {
    const reported = this.#report(exchange, answer, sentAt).finally(() => this.#reports.delete(reported));
    this.#reports.add(reported);
  }

  async #report<T>(exchange: Exchange, answer: ServiceAnswer<T>, sentAt: Instant): Promise<void> {
    const outcome = outcomeOf(exchange, answer, { sentAt, at: this.#parts.clock.now() });
    if (outcome === null) return;
    try {
      await this.#parts.rateLimiter.report(outcome);
    } catch {
      // The caller still gets the answer, which contains `retryAfterMs`.
    }
  }

  #record<T>(
    call: Call,
    options: CallOptions,
    answer: ServiceAnswer<T>,
    when: { at: number; durationMs: number; key: string | null },
  ) {
    const failure = answer.ok ? null : answer.failure;
    try {
      this.#parts.record({
        environment: this.#parts.environment,
        at: when.at,
        operation: call.operation,
        statusCode: answer.ok ? answer.statusCode : answer.failure.statusCode,
        failure: failure?.kind ?? null,
        message: failure === null ? null : loggedMessage(call, options, failure).slice(0, LONGEST_MESSAGE),
        durationMs: when.durationMs,
        attempt: options.attempt ?? null,
        orderRow: options.orderRow ?? null,
        key: when.key,
      });
    } catch {
      // A failure of the request log must not fail the call.
    }
  }
}

/**
 * What the service said, or what happened instead. Not what it said of a reference that somebody typed, which it repeats: it may be a
 * code of an order that is not in the ledger.
 */
function loggedMessage({ operation }: Call, { orderRow }: CallOptions, failure: ServiceFailure): string {
  const isTyped = operation === "order" && orderRow === undefined;
  return isTyped ? failure.detail : (failure.body?.message ?? failure.detail);
}

function isUnauthorised<T>(answer: ServiceAnswer<T>): boolean {
  return !answer.ok && answer.failure.kind === "unauthorised";
}

function outcomeOf<T>(
  exchange: Exchange,
  answer: ServiceAnswer<T>,
  { sentAt, at }: { sentAt: Instant; at: Instant },
): CallOutcome | null {
  if (exchange.kind !== "answer" && exchange.cancelled) return null;
  if (!answer.ok && answer.failure.kind === "throttled") {
    return { kind: "throttled", at, retryAfterMs: answer.failure.retryAfterMs };
  }
  const head = exchange.kind === "not_sent" ? null : exchange.head;
  return head === null
    ? { kind: "unreachable", at: sentAt }
    : { kind: "answered", at, serviceDate: serviceDateOf(head, at) };
}
