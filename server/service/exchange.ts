import "server-only";
import { Agent, type Dispatcher } from "undici";
import { ACCEPTED_ENCODINGS, BoundedBody } from "./boundedBody.ts";
import type { TransportLimits } from "./limits.ts";

/** The head of an answer: as much as the classing of failures needs. */
export type AnswerHead = {
  statusCode: number;
  contentType: string | null;
  retryAfter: string[];
  date: string | null;
};

/** What became of one request, told by what is certain about it. */
export type Exchange =
  | { kind: "answer"; head: AnswerHead; body: Buffer }
  /** Not one byte of the request was written. */
  | { kind: "not_sent"; detail: string; cancelled: boolean }
  /** It was written at least in part, and no whole answer came. `head` is there when the answer had begun. */
  | { kind: "lost"; head: AnswerHead | null; detail: string; cancelled: boolean };

export type Outgoing = {
  method: "GET" | "POST";
  /** The path as it goes out, byte for byte: no URL object ever tidies it. */
  path: string;
  key: string;
  body?: Uint8Array;
  signal?: AbortSignal;
  /** Milliseconds, where less than the limits allow. */
  timeoutMs?: number;
};

/**
 * One origin, its own connections, no redirects, no retries, no cache, HTTP/1.1 (so that one request is one exchange on one
 * connection and "not written" can be told from "written").
 */
export class Transport {
  readonly #agent: Agent;
  readonly #origin: string;
  readonly #limits: TransportLimits;
  #closing: Promise<void> | null = null;

  constructor(origin: string, limits: TransportLimits) {
    this.#origin = origin;
    this.#limits = limits;
    this.#agent = new Agent({
      connect: { timeout: limits.connectMs },
      headersTimeout: limits.headersMs,
      bodyTimeout: limits.bodyMs,
      maxHeaderSize: limits.headerBytes,
      connections: limits.connections,
      pipelining: 1,
      allowH2: false,
    });
  }

  /** Never rejects. */
  exchange(outgoing: Outgoing): Promise<Exchange> {
    return new Promise((resolve) => {
      const watcher = new Watcher(this.#limits, outgoing, resolve);
      if (watcher.settled) return;
      try {
        this.#agent.dispatch(this.#options(outgoing), watcher);
      } catch (error) {
        watcher.giveUp(`the request could not be made (${reasonOf(error)})`, false);
      }
    });
  }

  /** Takes no more requests; those under way may end, each within its total time-out. */
  async close(): Promise<void> {
    this.#closing ??= this.#agent.close();
    await this.#closing;
  }

  #options({ method, path, key, body }: Outgoing): Dispatcher.DispatchOptions {
    const headers: Record<string, string> = {
      accept: "application/json",
      "accept-encoding": ACCEPTED_ENCODINGS,
      "cache-control": "no-store",
      "user-agent": "codedesk",
      "x-api-key": key,
    };
    if (body !== undefined) headers["content-type"] = "application/json";
    return {
      origin: this.#origin,
      path,
      method,
      headers,
      body: body === undefined ? null : Buffer.from(body),
    };
  }
}

/** Follows one request to its end. The first verdict stands; what comes later is ignored. */
class Watcher implements Dispatcher.DispatchHandler {
  readonly #limits: TransportLimits;
  readonly #resolve: (exchange: Exchange) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #signal: AbortSignal | undefined;
  #controller: Dispatcher.DispatchController | null = null;
  #head: AnswerHead | null = null;
  #body: BoundedBody | null = null;
  settled = false;

  constructor(
    limits: TransportLimits,
    { signal, timeoutMs = limits.totalMs }: Outgoing,
    resolve: (exchange: Exchange) => void,
  ) {
    this.#limits = limits;
    this.#resolve = resolve;
    this.#signal = signal;
    const totalMs = Math.min(timeoutMs, limits.totalMs);
    this.#timer = setTimeout(() => this.giveUp(`no whole answer within ${totalMs} ms`, false), totalMs);
    signal?.addEventListener("abort", this.#onAbort);
    if (signal?.aborted === true) this.#onAbort();
  }

  /** Called just before the first byte is written, and not before: undici writes nothing without it. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.settled) controller.abort(new Error("given up before it was sent"));
    else this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (statusCode < 200) return;
    this.#head = {
      statusCode,
      contentType: first(headers["content-type"]),
      retryAfter: all(headers["retry-after"]),
      date: first(headers["date"]),
    };
    try {
      this.#body = new BoundedBody(all(headers["content-encoding"]).join(","), this.#limits);
    } catch (error) {
      this.giveUp(reasonOf(error), false);
      return;
    }
    this.#body.result.then(
      (body) => this.#answer(body),
      (error: unknown) => this.giveUp(reasonOf(error), false),
    );
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    const goOn = this.#body?.push(piece, () => controller.resume()) ?? true;
    if (!goOn) controller.pause();
  }

  onResponseEnd(): void {
    this.#body?.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.giveUp(reasonOf(error), false);
  }

  giveUp(detail: string, cancelled: boolean): void {
    if (this.settled) return;
    const controller = this.#controller;
    this.#settle(
      controller === null
        ? { kind: "not_sent", detail, cancelled }
        : { kind: "lost", head: this.#head, detail, cancelled },
    );
    this.#body?.fail(detail);
    controller?.abort(new Error(detail));
  }

  readonly #onAbort = (): void => this.giveUp("the call was cancelled", true);

  #answer(body: Buffer): void {
    if (this.settled || this.#head === null) return;
    this.#settle({ kind: "answer", head: this.#head, body });
  }

  #settle(exchange: Exchange): void {
    this.settled = true;
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener("abort", this.#onAbort);
    this.#resolve(exchange);
  }
}

function all(header: string | string[] | undefined): string[] {
  if (header === undefined) return [];
  return Array.isArray(header) ? header : [header];
}

function first(header: string | string[] | undefined): string | null {
  return all(header)[0] ?? null;
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: "the connection was refused",
  ENOTFOUND: "the name of the service was not found",
  EAI_AGAIN: "the name of the service could not be looked up",
  EHOSTUNREACH: "there is no route to the service",
  ENETUNREACH: "there is no route to the service",
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was closed",
  UND_ERR_SOCKET: "the connection was closed before the answer was complete",
  UND_ERR_CONNECT_TIMEOUT: "no connection in time",
  UND_ERR_HEADERS_TIMEOUT: "no answer in time",
  UND_ERR_BODY_TIMEOUT: "the answer stopped half-way",
  UND_ERR_HEADERS_OVERFLOW: "the headers of the answer are too large",
  UND_ERR_DESTROYED: "the client is closed",
  UND_ERR_CLOSED: "the client is closed",
};

/** In our words, without addresses; the code is named where we have no words for it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "an unknown error";
  const code = "code" in error && typeof error.code === "string" ? error.code : null;
  if (code === null) return error instanceof AggregateError ? reasonOf(error.errors[0]) : error.message;
  return REASONS[code] ?? `error ${code}`;
}
