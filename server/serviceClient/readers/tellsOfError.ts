import "server-only";
import { pick, readInteger, readText, type JsonRecord } from "./fields.ts";

const ERROR_STATUS = /^(error|errors|fail|not[\s_-]*found)$/i;

/** Whether an answer, or a part of it, says that the call has failed. */
export function tellsOfError(record: JsonRecord): boolean {
  return (
    pick(record, ["success", "ok"]) === false ||
    ERROR_STATUS.test(readText(pick(record, ["status"]))?.trim() ?? "") ||
    (readInteger(pick(record, ["statusCode"])) ?? 0) >= 400
  );
}
