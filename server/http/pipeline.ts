import "server-only";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { constants } from "node:zlib";
import compression from "compression";
import { SECOND } from "#lib/time/instant.ts";
import { inRegionOf } from "#server/context/currentRegion.ts";
import { AppError } from "#server/context/errors.ts";
import { answerRefusal, answerRefusalLater, refuseMethod } from "./answerRefusal.ts";
import { closeAfterAnswers } from "./closeAfterAnswers.ts";
import { closeIfAnsweredEarly } from "./closeIfAnsweredEarly.ts";
import { compressWhole } from "./compressWhole.ts";
import { continueOnRead } from "./continueOnRead.ts";
import { deferScripts } from "./deferScripts.ts";
import { explainWrongMethod } from "./explainWrongMethod.ts";
import { nameEncoding } from "./encodedBody.ts";
import { gatherWrites } from "./gatherWrites.ts";
import { limitPipelining } from "./limitPipelining.ts";
import { recordPeerAddress } from "./peerAddress.ts";
import { preparePage } from "./preparePage.ts";
import { preferCompressed } from "./compressedFiles.ts";
import { BUILD_FILE_HEADERS, FIXED_HEADERS, STRICT_TRANSPORT } from "./fixedHeaders.ts";
import { refuseMalformed } from "./refuseMalformed.ts";
import { hasBody, refuseUnacceptable } from "./refuseUnacceptable.ts";
import { createTurns } from "./turnsOfCallers.ts";

export type PipelineOptions = {
  /** Browsers reach the dashboard by https, and are told to keep using it. */
  https: boolean;
  /** Next's development server posts to addresses of its own, and upgrades connections. */
  development: boolean;
  /** Paths of files that also exist in compressed form (compressedFiles.ts). */
  compressed?: ReadonlySet<string>;
  /** Further reasons to refuse a request before any other work. */
  refuse?: (request: IncomingMessage) => AppError | null;
  /** Whose request it is, so that nobody has too many handled at a time; null: nobody's that is known. */
  callerOf?: (request: IncomingMessage) => string | null;
  /** How long a request may hold up others of its caller, in milliseconds. */
  turnMs?: number;
};

export type Pipeline = {
  /** Does not listen yet. */
  server: Server;
  /** Takes no more connections, and resolves once all are closed: after the last answer, and at the latest after this time. */
  stop: (withinMs: number) => Promise<void>;
};

const LIMITS = {
  /** A whole request has to arrive within this time, and its headers within the other. Node checks every 30 seconds. */
  requestTimeout: 60 * SECOND,
  headersTimeout: 15 * SECOND,
  /**
   * A connection without requests is kept for longer than proxies keep theirs (Caddy: two minutes, most others: one). Whoever closes
   * first may do so just as the other sends, and an order whose connection ends so can't be sent again without asking.
   */
  keepAliveTimeout: 130 * SECOND,
  /** `refuseUnacceptable` does it, with the headers of all refusals. */
  requireHostHeader: false,
};

const NO_FILES: ReadonlySet<string> = new Set();

/**
 * For content that is generated for one request. A page takes a third less time than at level 4 and has 3 % more bytes; the
 * window is 256 kB.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 } };

/**
 * Creates the dashboard's HTTP server, with seven rules in front of `next`: a request that no route could accept is refused before any
 * of it is read; so is one that Node would refuse, with the same headers; no connection has more than a few requests that wait for their
 * answers; nobody has more than a few requests handled at a time; a client that is answered before its body has arrived is disconnected
 * with the answer; one that waits to be asked for its body is asked only if the body is read; nobody sends for longer than a minute.
 * @param next handles what is left: Next, or in a test whatever stands for it.
 */
export function createPipeline(next: RequestListener, options: PipelineOptions): Pipeline {
  // A request to upgrade the protocol is answered like any other, whatever listeners Next adds.
  const server = createServer({ ...LIMITS, shouldUpgradeCallback: () => options.development });
  const handle = wrapped(next, options);
  const answers = closeAfterAnswers(server);
  const transport: Record<string, string> = options.https
    ? { "strict-transport-security": STRICT_TRANSPORT }
    : {};
  const headers = { ...FIXED_HEADERS, ...transport };
  const headersOfFiles = { ...BUILD_FILE_HEADERS, ...transport };
  refuseMalformed(server, headers, answers.openOn);
  const receive = (request: IncomingMessage, response: ServerResponse) => {
    recordPeerAddress(request);
    answers.expect(request, response);
    const fixed = request.url?.startsWith("/_next/static/") ? headersOfFiles : headers;
    for (const [name, value] of Object.entries(fixed)) response.setHeader(name, value);
    if (hasBody(request)) closeIfAnsweredEarly(request, response);
  };
  const inTurn = createTurns(options.turnMs);
  const isAdmitted = limitPipelining();
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    if (!isAdmitted(request, response)) return;
    receive(request, response);
    answerRefusal(response, UNMET_EXPECTATION);
  });
  const take: RequestListener = (request, response) => {
    if (!isAdmitted(request, response)) return undefined;
    receive(request, response);
    const unacceptable = refuseUnacceptable(request, options.development);
    const isWrongMethod = unacceptable?.kind === "method-not-allowed";
    // Which methods an address has, only the handler knows: it is asked for a caller who may make it work, in their turn.
    const refusal = (isWrongMethod ? null : unacceptable) ?? options.refuse?.(request) ?? null;
    if (refusal?.kind === "too-busy") return answerRefusalLater(response, refusal);
    if (refusal !== null) return answerRefusal(response, refusal);
    const work = () =>
      isWrongMethod ? void refuseMethod(request, response, next) : handle(request, response);
    const caller = options.callerOf?.(request) ?? null;
    if (caller === null) return work();
    if (!inTurn(caller, response, work)) answerRefusalLater(response, TOO_MANY);
    return undefined;
  };
  server.on("request", take);
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    continueOnRead(request, response);
    take(request, response);
  });
  return { server, stop: answers.stop };
}

/** Wraps an answer before the handler sees the request: what that writes passes the wrappers from the last to the first. */
function wrapped(handler: RequestListener, { development, compressed = NO_FILES }: PipelineOptions) {
  const compress = compression({ brotli: BROTLI });
  return (request: IncomingMessage, response: ServerResponse) => {
    preparePage(request, response, development);
    preferCompressed(request, response, compressed);
    compress(request, response, () => {
      nameEncoding(response);
      compressWhole(request, response, BROTLI);
      gatherWrites(response);
      deferScripts(response);
    });
    explainWrongMethod(response, () => void refuseMethod(request, response, handler));
    inRegionOf(request.headers["accept-language"], () => handler(request, response));
  };
}

const UNMET_EXPECTATION = new AppError("unmet-expectation", "Send the request without the header Expect.");

const TOO_MANY = new AppError("too-busy", "Too many of your requests are waiting. Wait for their answers.", {
  retryAfterSeconds: 2,
});
