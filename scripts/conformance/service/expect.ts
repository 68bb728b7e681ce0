import { isRecord } from "#lib/json/isRecord.ts";
import { describeShape } from "#server/serviceClient/readers/describeShape.ts";
import { readWallet } from "#server/serviceClient/readers/wallet.ts";
import type { Answer } from "./caller.ts";
import { must } from "./verdict.ts";

/** The labels of docs/service-interface.md §7. */
const LABELS: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  502: "Bad Gateway",
};

/** Requires exactly this status, and JSON with a JSON content type. */
export function mustBeJson({ status, headers, body }: Answer, wanted: number): void {
  must(status === wanted, `answered ${status}, not ${wanted}`);
  const type = headers.get("content-type") ?? "no content type";
  must(/^application\/json\s*(;|$)/i.test(type), `answered ${type}`);
  must(body !== undefined, "the body is not JSON");
}

/** Requires the error body of §7: three fields and no others, the label of the status code, and this message if one is stated. */
export function mustRefuse(answer: Answer, status: number, message?: string): void {
  mustBeJson(answer, status);
  const { body } = answer;
  must(isRecord(body), `the body is ${describeShape(body)}`);
  const names = Object.keys(body).toSorted().join(", ");
  must(names === "error, message, statusCode", `the body has ${names}`);
  must(body.statusCode === status, "statusCode is not the status of the answer");
  must(body.error === LABELS[status], `the label is ${String(body.error)}`);
  must(typeof body.message === "string" && body.message !== "", "message is no text");
  if (message !== undefined) must(body.message === message, `the message is “${body.message}”`);
}

export function messageOf({ body }: Answer): string {
  return isRecord(body) && typeof body.message === "string" ? body.message : "";
}

/** The fields of an answer. */
export function membersOf({ body }: Answer): Record<string, unknown> {
  must(isRecord(body), `the body is ${describeShape(body)}`);
  return body;
}

/** Whether two wallets contain the same balances, in whatever shape. */
export function hasSameBalances(one: unknown, other: unknown): boolean {
  const [first, second] = [readWallet(one).balances, readWallet(other).balances];
  return first.length > 0 && JSON.stringify(first) === JSON.stringify(second);
}
