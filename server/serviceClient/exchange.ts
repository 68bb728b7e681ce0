import "server-only";
import { Agent, type Dispatcher } from "undici";
import { ACCEPTED_ENCODINGS, decodeBody, isReadableEncoding } from "./decodeBody.ts";
import type { TransportLimits } from "./limits.ts";
import { requestIdOf } from "./proxyRequestId.ts";

/** The part of an answer's head that is needed to classify failures. */
export type AnswerHead = {
  statusCode: number;
  contentType: string | null;
  retryAfter: string[];
  date: string | null;
  /** The id that the service, or a proxy in between, has given the request. */
  requestId: string | null;
};

/** The outcome of one request, by what is certain about it. */
export type Exchange =
  | { kind: "answer"; head: AnswerHead; body: Buffer }
  /** No byte of the request was written. */
  | { kind: "not_sent"; detail: string; cancelled: boolean }
  /** At least part of the request was written, and there was no complete answer. `head` is set if the answer had begun. */
  | { kind: "lost"; head: AnswerHead | null; detail: string; cancelled: boolean };

export type Outgoing = {
  method: "GET" | "POST";
  /** The path exactly as it is sent: it never passes through a URL object, which would normalise it. */
  path: string;
  key: string;
  body?: Uint8Array;
  signal?: AbortSignal;
  /** In milliseconds; the transport's limits still apply if they are shorter. */
  timeoutMs?: number;
  /** Asked just before the first byte is written. False: nothing is sent. */
  mayStart?: () => boolean;
};

/**
 * One origin with its own connections, without redirects, retries or a cache. HTTP/1.1, so that each request is one exchange on
 * one connection, and "not written" can be told from "written".
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
      maxResponseSize: limits.wireBytes,
      connections: limits.connections,
      pipelining: 1,
      allowH2: false,
    });
  }

  /** Never rejects. */
  exchange(outgoing: Outgoing): Promise<Exchange> {
    return new Promise((resolve) => {
      const watcher = new RequestOutcome(this.#limits, outgoing, resolve);
      if (watcher.isOver) return;
      try {
        this.#agent.dispatch(this.#options(outgoing), watcher);
      } catch (error) {
        watcher.giveUp(`the request could not be made (${reasonOf(error)})`, false);
      }
    });
  }

  /** Accepts no more requests; those in flight may finish, each within its total timeout. */
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

/** Follows one request to its end. The first outcome counts; later events are ignored. */
class RequestOutcome implements Dispatcher.DispatchHandler {
  readonly #maxBytes: number;
  readonly #resolve: (exchange: Exchange) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #signal: AbortSignal | undefined;
  readonly #mayStart: () => boolean;
  #controller: Dispatcher.DispatchController | null = null;
  #head: AnswerHead | null = null;
  #encoding = "";
  readonly #pieces: Buffer[] = [];
  isOver = false;

  constructor(
    limits: TransportLimits,
    { signal, timeoutMs = limits.totalMs, mayStart = () => true }: Outgoing,
    resolve: (exchange: Exchange) => void,
  ) {
    this.#maxBytes = limits.decodedBytes;
    this.#resolve = resolve;
    this.#signal = signal;
    this.#mayStart = mayStart;
    const totalMs = Math.min(timeoutMs, limits.totalMs);
    this.#timer = setTimeout(() => this.giveUp(`no complete answer within ${totalMs} ms`, false), totalMs);
    signal?.addEventListener("abort", this.#onAbort);
    if (signal?.aborted === true) this.#onAbort();
  }

  /** Called just before the first byte is written; undici writes nothing before. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (!this.isOver && !this.#mayStart()) this.giveUp("it came too late to be sent", true);
    if (this.isOver) controller.abort(new Error("given up before it was sent"));
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
      requestId: requestIdOf(headers),
    };
    this.#encoding = all(headers["content-encoding"]).join(",");
    if (!isReadableEncoding(this.#encoding))
      this.giveUp("the body is compressed in a way that was not asked for", false);
  }

  onResponseData(_controller: Dispatcher.DispatchController, piece: Buffer): void {
    if (!this.isOver) this.#pieces.push(piece);
  }

  onResponseEnd(): void {
    decodeBody(Buffer.concat(this.#pieces), this.#encoding, this.#maxBytes).then(
      (body) => this.#answer(body),
      (error: unknown) => this.giveUp(reasonOf(error), false),
    );
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.giveUp(reasonOf(error), false);
  }

  giveUp(detail: string, cancelled: boolean): void {
    if (this.isOver) return;
    const controller = this.#controller;
    this.#end(
      controller === null
        ? { kind: "not_sent", detail, cancelled }
        : { kind: "lost", head: this.#head, detail, cancelled },
    );
    controller?.abort(new Error(detail));
  }

  readonly #onAbort = (): void => this.giveUp("the call was cancelled", true);

  #answer(body: Buffer): void {
    if (this.isOver || this.#head === null) return;
    this.#end({ kind: "answer", head: this.#head, body });
  }

  #end(exchange: Exchange): void {
    this.isOver = true;
    this.#pieces.length = 0;
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
  UND_ERR_BODY_TIMEOUT: "the answer stopped before its end",
  UND_ERR_RES_EXCEEDED_MAX_SIZE: "the body is larger than allowed",
  UND_ERR_HEADERS_OVERFLOW: "the headers of the answer are too large",
  UND_ERR_DESTROYED: "the client is closed",
  UND_ERR_CLOSED: "the client is closed",
};

/** The reason without addresses; an error code that is not listed above is named. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "an unknown error";
  const code = "code" in error && typeof error.code === "string" ? error.code : null;
  if (code === null) return error instanceof AggregateError ? reasonOf(error.errors[0]) : error.message;
  return REASONS[code] ?? `error ${code}`;
}
