import "server-only";
import { isRecord } from "#lib/json/isRecord.ts";
import { pick, readText } from "#server/serviceClient/readers/fields.ts";

/** The headers in which proxies, firewalls and content networks name a request, those that name the refusal best first. */
const HEADERS = [
  "x-request-id",
  "x-correlation-id",
  "cf-ray",
  "x-amzn-requestid",
  "x-amz-cf-id",
  "x-azure-ref",
  "x-akamai-request-id",
  "x-iinfo",
  "request-id",
];
const NAMES = ["requestId", "request_id", "rayId", "ray_id", "incidentId", "incident_id", "supportId"];
const LONGEST = 128;

/** The id that an answer's headers give the request; null if none does. */
export function requestIdOf(headers: Record<string, string | string[] | undefined>): string | null {
  const [id] = HEADERS.flatMap((name) => [headers[name] ?? []].flat().filter(isId));
  return id ?? null;
}

/** The id that the body of an answer gives the request; null if it gives none. */
export function requestIdIn(json: unknown): string | null {
  const id = isRecord(json) ? readText(pick(json, NAMES), LONGEST) : null;
  return id !== null && isId(id) ? id : null;
}

function isId(text: string): boolean {
  return /^[\x21-\x7e]{4,128}$/.test(text);
}
