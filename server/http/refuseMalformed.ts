import "server-only";
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import { AppError } from "#server/context/errors.ts";
import { refusalAnswer } from "./answerRefusal.ts";
import { endAndLinger } from "./endAndLinger.ts";

type Open = { request: IncomingMessage; response: ServerResponse };

/**
 * Answers requests that Node's parser refuses, and those to be a tunnel, as all others are refused: Node would send bare status
 * lines. The connection is closed with the answer.
 * @param headers of every answer.
 * @param openOn the requests of a connection that are not answered.
 */
export function refuseMalformed(
  server: Server,
  headers: Readonly<Record<string, string>>,
  openOn: (socket: Socket) => Open[],
): void {
  const refused = new WeakSet<Socket>();
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // The parser may complain about each further piece.
    if (!(socket instanceof Socket) || refused.has(socket)) return;
    refused.add(socket);
    const open = openOn(socket);
    afterAll(
      open.filter(({ request }) => request.complete),
      () => {
        const isBegun = open.some(({ response }) => response.headersSent && !response.writableFinished);
        if (socket.writable && !isBegun && error.code !== "ECONNRESET")
          endAndLinger(socket, rawAnswer(refusalOf(error.code), headers));
        else socket.destroy();
      },
    );
  });
  server.on("connect", (_, socket) => {
    if (socket instanceof Socket)
      endAndLinger(
        socket,
        rawAnswer(new AppError("method-not-allowed", "Codedesk is not a proxy."), headers),
      );
  });
}

/** What was asked before on the same connection is answered first: otherwise its client would take the refusal for the answer. */
function afterAll(open: readonly Open[], then: () => void): void {
  let left = open.length;
  if (left === 0) return then();
  for (const { response } of open) {
    response.once("close", () => {
      left -= 1;
      if (left === 0) then();
    });
  }
}

function refusalOf(code: string | undefined): AppError {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new AppError("headers-too-large", "Send a shorter address, and fewer or shorter headers.");
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return new AppError("too-large", "Send the body without extensions of its chunks.");
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new AppError("too-slow", "The request did not arrive in time. Send it again.");
    default:
      return new AppError("validation", "This is not a valid HTTP/1.1 request.");
  }
}

function rawAnswer(refusal: AppError, headers: Readonly<Record<string, string>>): string {
  const { status, headers: own, body } = refusalAnswer(refusal);
  const all = { ...headers, ...own, date: new Date().toUTCString(), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n");
}
