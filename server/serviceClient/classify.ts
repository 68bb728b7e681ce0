import "server-only";
import type { ServiceFailure, ServiceFailureKind } from "#lib/contracts/service/serviceFailure.ts";
import type { Instant } from "#lib/time/instant.ts";
import type { AnswerHead, Exchange } from "./exchange.ts";
import { parseJson } from "#server/serviceClient/readers/parseJson.ts";
import { readErrorBody } from "#server/serviceClient/readers/errorBody.ts";
import type { ServiceErrorBody } from "#lib/contracts/service/serviceError.ts";
import { isRefusedOnTheWay } from "#lib/orders/lines/refusedOnTheWay.ts";
import { readHttpDate } from "#server/serviceClient/readers/timestamp.ts";
import type { Redact } from "./redactKey.ts";
import { requestIdIn } from "./proxyRequestId.ts";
import { readRetryAfter } from "./retryAfter.ts";

/** A 2xx answer with JSON that has not been read yet, or a failure. */
export type Verdict =
  | { ok: true; statusCode: number; json: unknown }
  | { ok: false; failure: ServiceFailure };

/**
 * Status codes with which the service refuses a request (docs/service-interface.md §7), and those with which HTTP refuses its
 * form before anything is done. Both count only together with the service's error body.
 */
const REFUSALS = new Set([400, 403, 409, 422, 405, 413, 414, 415, 431]);

/** @param redact removes the key from everything the service says, in case it repeats the key. */
export function classify(exchange: Exchange, now: Instant, redact: Redact): Verdict {
  if (exchange.kind === "not_sent") return failed("not_sent", null, `Not sent: ${exchange.detail}.`);
  const retryAfterMs = exchange.head === null ? null : retryAfterOf(exchange.head, now);
  if (exchange.kind === "lost") {
    // The status line is enough: with a 429, nothing was done, even if the body is incomplete.
    const kind = exchange.head?.statusCode === 429 ? "throttled" : "ambiguous";
    const statusCode = exchange.head?.statusCode ?? null;
    return failed(kind, statusCode, `Outcome unknown: ${exchange.detail}.`, { retryAfterMs });
  }
  const { statusCode } = exchange.head;
  const content = readContent(exchange.head, exchange.body, redact);
  if (statusCode < 300) {
    if (content.ok) return { ok: true, statusCode, json: content.json };
    return failed("ambiguous", statusCode, `Outcome unknown: ${content.detail}.`, { retryAfterMs });
  }
  const said = content.ok ? readErrorBody(content.json, statusCode) : null;
  const body = said === null ? null : withRequestId(said, exchange.head, content, redact);
  const kind = kindOf(statusCode, body !== null);
  return failed(kind, statusCode, detailOf(kind, statusCode, body !== null), { body, retryAfterMs });
}

/** Names the request, if it was probably refused on the way: nobody finds it in a firewall's log otherwise. */
function withRequestId(
  body: ServiceErrorBody,
  { requestId }: AnswerHead,
  content: Content,
  redact: Redact,
): ServiceErrorBody {
  if (!isRefusedOnTheWay(body)) return body;
  const id = redact(requestId) ?? (content.ok ? requestIdIn(content.json) : null);
  return typeof id === "string" ? { ...body, requestId: id } : body;
}

function kindOf(statusCode: number, hasErrorBody: boolean): ServiceFailureKind {
  if (statusCode === 429) return "throttled";
  if (!hasErrorBody) return "ambiguous";
  if (statusCode === 401) return "unauthorised";
  if (statusCode === 404) return "not_found";
  return REFUSALS.has(statusCode) ? "refused" : "ambiguous";
}

function detailOf(kind: ServiceFailureKind, statusCode: number, hasErrorBody: boolean): string {
  if (kind !== "ambiguous") return `The service answered ${statusCode}.`;
  if (statusCode < 400)
    return `Outcome unknown: the service answered with a redirect (${statusCode}), not followed.`;
  if (hasErrorBody || statusCode >= 500) return `Outcome unknown: the service answered ${statusCode}.`;
  return `Outcome unknown: ${statusCode} without the service's error body; a proxy in between may have answered.`;
}

export function failed(
  kind: ServiceFailureKind,
  statusCode: number | null,
  detail: string,
  details: Partial<Pick<ServiceFailure, "body" | "retryAfterMs">> = {},
): { ok: false; failure: ServiceFailure } {
  return { ok: false, failure: { kind, statusCode, body: null, retryAfterMs: null, detail, ...details } };
}

export function serviceDateOf(head: AnswerHead, now: Instant): Instant | null {
  return head.date === null ? null : readHttpDate(head.date.trim(), now);
}

function retryAfterOf(head: AnswerHead, now: Instant): number | null {
  return readRetryAfter(head.retryAfter, serviceDateOf(head, now), now);
}

type Content = { ok: true; json: unknown } | { ok: false; detail: string };

function readContent(head: AnswerHead, body: Buffer, redact: Redact): Content {
  if (!isJson(head.contentType)) return { ok: false, detail: "the answer is not JSON by its content type" };
  if (body.length === 0) return { ok: false, detail: "the answer has no body" };
  try {
    // `fatal`, because a code with a replacement character would be a wrong code.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return { ok: true, json: redact(parseJson(text)) };
  } catch {
    return { ok: false, detail: "the answer cannot be read as JSON" };
  }
}

/** A missing content type is accepted, because the body has to be valid JSON anyway. */
function isJson(contentType: string | null): boolean {
  if (contentType === null) return true;
  const [type = ""] = contentType.split(";");
  return /^\s*(application|text)\/([\w.+-]+\+)?json\s*$/i.test(type);
}
