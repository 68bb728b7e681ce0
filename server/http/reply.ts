import "server-only";

/**
 * Recognised by a registered symbol and not by its class, because bundles can contain a module more than once
 * (docs/decisions/0008-next-in-production.md).
 */
const REPLY = Symbol.for("codedesk.reply");

export type Reply<Body = unknown> = {
  readonly [REPLY]: true;
  status: number;
  body: Body;
  headers: Record<string, string>;
};

/** An answer with its own status and headers: `reply(202, order)`, `reply(204)`. */
export function reply<Body = null>(
  status: number,
  body: Body | null = null,
  headers: Record<string, string> = {},
): Reply<Body | null> {
  return { [REPLY]: true, status, body, headers };
}

function isReply(value: object): value is Reply {
  return REPLY in value;
}

/**
 * Turns what a handler returned into a response that must not be stored. A `Response` (a stream, a file) keeps its own headers.
 * @param plainStatus the status for a plain object.
 */
export function toResponse(answer: object, plainStatus: number, requestId: string): Response {
  const response = answer instanceof Response ? answer : jsonResponse(answer, plainStatus);
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
  response.headers.set("x-request-id", requestId);
  return response;
}

function jsonResponse(answer: object, plainStatus: number): Response {
  const { status, body, headers } = isReply(answer)
    ? answer
    : { status: plainStatus, body: answer, headers: {} };
  if (body === null) return new Response(null, { status, headers });
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}
