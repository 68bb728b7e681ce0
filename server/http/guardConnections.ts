import "server-only";
import { MAX_DRAFT_BYTES } from "#lib/contracts/orderLimits.ts";
import { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import { Server, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { constants } from "node:zlib";
import compression from "compression";
import { SECOND } from "#lib/time/instant.ts";
import { inRegionOf } from "#server/context/currentRegion.ts";
import { AppError } from "#server/context/errors.ts";
import { allowedMethods } from "./allowedMethods.ts";
import { closeAfterAnswers, delayClosed, type Guard } from "./closeAfterAnswers.ts";
import { compressWhole } from "./compressWhole.ts";
import { continueOnRead } from "./continueOnRead.ts";
import { deferScripts } from "./deferScripts.ts";
import { releaseEarlyRequests } from "./earlyRequests.ts";
import { endAndLinger } from "./endAndLinger.ts";
import { explainWrongMethod } from "./explainWrongMethod.ts";
import { nameEncoding } from "./encodedBody.ts";
import { gatherWrites } from "./gatherWrites.ts";
import { overrideMethod } from "./overrideMethod.ts";
import { pathOf } from "./pathOf.ts";
import { recordPeerAddress } from "./peerAddress.ts";
import { preparePage } from "./preparePage.ts";
import { preferCompressed } from "./compressedFiles.ts";
import { BUILD_FILE_HEADERS, FIXED_HEADERS, STRICT_TRANSPORT } from "./fixedHeaders.ts";
import { problemResponse, toProblem } from "./problem.ts";
import { refuseMalformed } from "./refuseMalformed.ts";
import { createTurns } from "./turnsOfCallers.ts";

export type GuardOptions = {
  /** Browsers reach the dashboard by https, and are told to keep using it. */
  https: boolean;
  /** `next dev` posts to addresses of its own. */
  development: boolean;
  /** Paths of files that also exist in compressed form (compressedFiles.ts). */
  compressed?: ReadonlySet<string>;
  /** Further reasons to refuse a request before any other work. */
  refuse?: (request: IncomingMessage) => AppError | null;
  /** Whose request it is, so that nobody has too many handled at a time; null: nobody's that is known. */
  callerOf?: (request: IncomingMessage) => string | null;
  /** What has to be done once a closed server has no connection any more, before its owner learns it and leaves. Never rejects. */
  beforeClosed?: () => Promise<void>;
};

/** The largest body that any route accepts; each route's own limit is the same or lower. */
export const LARGEST_BODY_BYTES = MAX_DRAFT_BYTES;
/** A whole request has to arrive within this time, and its headers within the other. Node checks every 30 seconds. */
const REQUEST_MS = 60 * SECOND;
const HEADERS_MS = 15 * SECOND;
const LATE_ANSWER_MS = SECOND;
/** The most connections that are kept waiting. */
const MOST_LATE_ANSWERS = 500;

const NO_FILES: ReadonlySet<string> = new Set();
/** What pages and files take. */
const READING = ["GET", "HEAD"];
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Guards every HTTP server of this process, from its next connection or request on, and what was held back until now. Next creates the
 * server itself and provides no hook in front of its handler, so the guard is installed when the first one begins.
 */
export function guardConnections(options: GuardOptions): Guard {
  const guarded = new Map<Server, Guard>();
  const guard = (owner: unknown) => {
    const server = serverOf(owner);
    if (server === null || guarded.has(server)) return;
    guarded.set(server, guardServer(server, options));
  };
  // Nothing else tells of a connection whose first request Node's parser refuses.
  subscribe("net.server.socket", (message) => {
    if (typeof message === "object" && message !== null && "socket" in message) guard(message.socket);
  });
  subscribe("http.server.request.start", guard);
  releaseEarlyRequests({ server: (server) => guard({ server }), request: recordPeerAddress });
  return { stop: (withinMs) => guarded.forEach(({ stop }) => stop(withinMs)) };
}

function serverOf(owner: unknown): Server | null {
  if (typeof owner !== "object" || owner === null || !("server" in owner)) return null;
  return owner.server instanceof Server ? owner.server : null;
}

/**
 * For content that is generated for one request. A page takes a third less time than at level 4 and has 3 % more bytes; the
 * window is 256 kB.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 } };

/**
 * Puts six rules in front of a server's handlers: a request that no route could accept is refused before any of it is read; so is
 * one that Node would refuse, with the same headers; nobody has more than a few requests handled at a time; a client that is answered
 * before its body has arrived is disconnected with the answer; one that waits to be asked for its body is asked only if the body is
 * read; nobody sends for longer than a minute.
 */
export function guardServer(server: Server, options: GuardOptions): Guard {
  server.requestTimeout = REQUEST_MS;
  server.headersTimeout = HEADERS_MS;
  // `refuse` does it. The types do not know the property.
  Object.assign(server, { requireHostHeader: false });
  // Nothing here upgrades the protocol. Without a listener, Node answers such a request like any other.
  if (!options.development) server.removeAllListeners("upgrade");
  const handlers = server.listeners("request");
  server.removeAllListeners("request");
  const next: RequestListener = (...call) => {
    for (const handler of handlers) handler.call(server, ...call);
  };
  const compress = compression({ brotli: BROTLI });
  const answers = closeAfterAnswers(server);
  if (options.beforeClosed !== undefined) delayClosed(server, options.beforeClosed);
  const transport: Record<string, string> = options.https
    ? { "strict-transport-security": STRICT_TRANSPORT }
    : {};
  const headers = { ...FIXED_HEADERS, ...transport };
  const headersOfFiles = { ...BUILD_FILE_HEADERS, ...transport };
  refuseMalformed(server, headers, answers.openOn);
  const receive = (request: IncomingMessage, response: ServerResponse) => {
    answers.expect(request, response);
    const fixed = request.url?.startsWith("/_next/static/") ? headersOfFiles : headers;
    for (const [name, value] of Object.entries(fixed)) response.setHeader(name, value);
    if (hasBody(request)) closeIfAnsweredEarly(request, response);
  };
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    preparePage(request, response, options.development);
    preferCompressed(request, response, options.compressed ?? NO_FILES);
    compress(request, response, () => {
      nameEncoding(response);
      compressWhole(request, response, BROTLI);
      gatherWrites(response);
      deferScripts(response);
    });
    explainWrongMethod(response, () => void refuseMethod(request, response, next));
    inRegionOf(request.headers["accept-language"], () => next(request, response));
  };
  const inTurn = createTurns();
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    receive(request, response);
    answer(response, UNMET_EXPECTATION);
  });
  const take: RequestListener = (request, response) => {
    receive(request, response);
    const refusal = refuse(request, options.development) ?? options.refuse?.(request) ?? null;
    if (refusal?.kind === "too-busy") answerLater(response, refusal);
    else if (refusal?.kind === "method-not-allowed") void refuseMethod(request, response, next);
    else if (refusal !== null) answer(response, refusal);
    else {
      const caller = options.callerOf?.(request) ?? null;
      if (caller === null) handle(request, response);
      else if (!inTurn(caller, response, () => handle(request, response))) answerLater(response, TOO_MANY);
    }
  };
  server.on("request", take);
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    continueOnRead(request, response);
    take(request, response);
  });
  return answers;
}

function refuse(request: IncomingMessage, development: boolean): AppError | null {
  const { method = "", url = "" } = request;
  const path = pathOf(request);
  // A proxy may have decided by the one that Node ignores (RFC 9112 §3.2).
  if (hostsIn(request) !== 1 && request.httpVersion === "1.1")
    return new AppError("validation", "Send exactly one Host header.");
  // "*" and absolute addresses (as sent to proxies) are refused here, so that their meaning is not left to the code behind us.
  if (!url.startsWith("/")) return new AppError("validation", "Ask for a path, such as /api/orders.");
  const reads = method === "GET" || method === "HEAD";
  if (!METHODS.has(method) || (!reads && !development && !isOfInterface(path))) return WRONG_METHOD;
  if (!isDecodable(path)) {
    return new AppError("validation", "The address contains a percent sign that encodes nothing.");
  }
  // Browsers resolve such a path themselves. Next would, too, and answer another path than the one that is judged here.
  if (DOT_SEGMENT.test(path)) {
    return new AppError("validation", 'Ask for a path without the segments "." and "..".');
  }
  if (reads && hasBody(request))
    return new AppError("validation", `Send a ${method} request without a body.`);
  if (Number(request.headers["content-length"] ?? 0) > LARGEST_BODY_BYTES) {
    return new AppError("too-large", `Send at most ${LARGEST_BODY_BYTES} bytes at once.`);
  }
  return null;
}

function hostsIn({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
}

const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

const UNMET_EXPECTATION = new AppError("unmet-expectation", "Send the request without the header Expect.");

const TOO_MANY = new AppError("too-busy", "Too many of your requests are waiting. Wait for their answers.", {
  retryAfterSeconds: 2,
});

/** As it is answered if the address does not tell its methods. */
const WRONG_METHOD = new AppError("method-not-allowed", "This address does not take this method.");

function isOfInterface(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}

/**
 * Answers 405 with the methods that the address has (RFC 9110 §15.5.6). If they are unknown, `Allow` is left out: an empty one would
 * say that there are none.
 */
async function refuseMethod(
  request: IncomingMessage,
  response: ServerResponse,
  next: RequestListener,
): Promise<void> {
  const path = pathOf(request);
  const methods = isOfInterface(path) ? await allowedMethods(path, next) : READING;
  if (methods.length === 0) return answer(response, WRONG_METHOD);
  const names = methods.join(", ");
  response.setHeader("allow", names);
  answer(response, new AppError("method-not-allowed", `Use one of these methods: ${names}.`));
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * When the answer's headers are written and the body has not arrived, the connection is closed with the answer. Otherwise Node
 * would read the rest of the body only to keep the connection.
 */
function closeIfAnsweredEarly(request: IncomingMessage, response: ServerResponse): void {
  // A request whose body was read in part only, and left, does not know its connection any more.
  const { socket } = request;
  const writeHead: (...args: never[]) => ServerResponse = response.writeHead.bind(response);
  overrideMethod(response, "writeHead", (...args) => {
    if (!request.complete) {
      response.shouldKeepAlive = false;
      lingerOnClose(socket);
    }
    return writeHead(...args);
  });
}

function lingerOnClose(socket: Socket): void {
  socket.destroySoon = () => endAndLinger(socket);
}

let answeringLater = 0;
/** Delays the answer to a client that sends too many requests, so that it does not send the next one at once. */
function answerLater(response: ServerResponse, refusal: AppError): void {
  if (answeringLater >= MOST_LATE_ANSWERS) return answer(response, refusal);
  answeringLater += 1;
  const timer = setTimeout(() => answer(response, refusal), LATE_ANSWER_MS);
  response.once("close", () => {
    answeringLater -= 1;
    clearTimeout(timer);
  });
}

function answer(response: ServerResponse, refusal: AppError): void {
  const problem = toProblem(refusal, randomUUID());
  const body = JSON.stringify(problem);
  const headers = Object.fromEntries(problemResponse(problem).headers);
  response.writeHead(problem.status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
}
