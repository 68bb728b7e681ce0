import "server-only";
import type { ServiceErrorBody } from "#lib/contracts/service/serviceError.ts";
import { isRecord } from "#lib/json/isRecord.ts";
import { pick, readInteger, readText, readWords } from "./fields.ts";

/**
 * The service's error body (docs/service-interface.md §7), verbatim. Null if it is not one: the answer may then come from a proxy
 * in between. Its status code must equal that of the answer.
 */
export function readErrorBody(value: unknown, statusCode: number): ServiceErrorBody | null {
  if (!isRecord(value) || readInteger(pick(value, ["statusCode"])) !== statusCode) return null;
  const given = pick(value, ["message"]);
  // An empty message is still the service's own.
  const message = given === "" ? given : readWords(given);
  if (message === null) return null;
  return { statusCode, error: readText(pick(value, ["error"]), 200) ?? "", message };
}
