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
import { answerRefusal } from "./answerRefusal.ts";
import { closeAfterAnswers } from "./closeAfterAnswers.ts";
import { closeIfAnsweredEarly } from "./closeIfAnsweredEarly.ts";
import { continueOnRead } from "./continueOnRead.ts";
import { deferScripts } from "./deferScripts.ts";
import { explainWrongMethod } from "./explainWrongMethod.ts";
import { limitPipelining } from "./limitPipelining.ts";
import { recordPeerAddress } from "./peerAddress.ts";
import { preparePage } from "./preparePage.ts";
import { preferCompressed } from "./compressedFiles.ts";
import { BUILD_FILE_HEADERS, FIXED_HEADERS, STRICT_TRANSPORT } from "./fixedHeaders.ts";
import { refuseMalformed } from "./refuseMalformed.ts";
import { refuseEarly, type Refusals } from "./refuseEarly.ts";
import { hasBody } from "./refuseUnacceptable.ts";
import type { Stage } from "./stage.ts";

export type PipelineOptions = Refusals & {
  /** Browsers reach the dashboard by https, and are told to keep using it. */
  https: boolean;
  /** Paths of files that also exist in compressed form (compressedFiles.ts). */
  compressed?: ReadonlySet<string>;
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
 * Creates the dashboard's HTTP server. A request passes four stages, in this order, before `handler` answers it: Next, or in a test
 * whatever stands for it. Besides, a request that Node would refuse is refused like all others; no connection has more than a few requests
 * that wait for their answers; a client that is answered before its
 * body has arrived is disconnected with the answer; one that waits to be asked for its body is asked only if the body is read; nobody
 * sends for longer than a minute.
 */
export function createPipeline(handler: RequestListener, options: PipelineOptions): Pipeline {
  // A request to upgrade the protocol is answered like any other, whatever listeners Next adds.
  const server = createServer({ ...LIMITS, shouldUpgradeCallback: () => options.development });
  const answers = closeAfterAnswers(server);
  const headersOf = fixedHeaders(options.https);
  refuseMalformed(server, headersOf(""), answers.openOn);
  const answer = inOrder(
    [refuseEarly(options), prepare(options), compression({ brotli: BROTLI }), deferScripts],
    (request, response) => {
      explainWrongMethod(request, response, handler);
      inRegionOf(request.headers["accept-language"], () => handler(request, response));
    },
  );
  const receive = (request: IncomingMessage, response: ServerResponse) => {
    recordPeerAddress(request);
    answers.expect(request, response);
    for (const [name, value] of Object.entries(headersOf(request.url))) response.setHeader(name, value);
    if (hasBody(request)) closeIfAnsweredEarly(request, response);
  };
  const isAdmitted = limitPipelining();
  const take: RequestListener = (request, response) => {
    if (!isAdmitted(request, response)) return;
    receive(request, response);
    answer(request, response);
  };
  server.on("request", take);
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    continueOnRead(request, response);
    take(request, response);
  });
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    if (!isAdmitted(request, response)) return;
    receive(request, response);
    answerRefusal(response, UNMET_EXPECTATION);
  });
  return { server, stop: answers.stop };
}

function inOrder(stages: readonly Stage[], last: RequestListener): RequestListener {
  const [stage, ...rest] = stages;
  if (stage === undefined) return last;
  const next = inOrder(rest, last);
  return (request, response) => stage(request, response, () => next(request, response));
}

/** The headers of every answer, by the request's address: those of the build's files differ. */
function fixedHeaders(https: boolean): (url?: string) => Readonly<Record<string, string>> {
  const transport: Record<string, string> = https ? { "strict-transport-security": STRICT_TRANSPORT } : {};
  const usual = { ...FIXED_HEADERS, ...transport };
  const ofFiles = { ...BUILD_FILE_HEADERS, ...transport };
  return (url = "") => (url.startsWith("/_next/static/") ? ofFiles : usual);
}

/** The headers of a page with its content policy, and those of a file that the build has compressed. */
function prepare({ development, compressed = NO_FILES }: PipelineOptions): Stage {
  return (request, response, next) => {
    preparePage(request, response, development);
    preferCompressed(request, response, compressed);
    next();
  };
}

const UNMET_EXPECTATION = new AppError("unmet-expectation", "Send the request without the header Expect.");
