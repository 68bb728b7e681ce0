import "server-only";
import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { SECOND } from "#lib/time/instant.ts";
import { AppError } from "#server/context/errors.ts";
import { problemResponse, toProblem } from "./problem.ts";
import { WRONG_METHOD } from "./refuseUnacceptable.ts";

const LATE_ANSWER_MS = SECOND;
/** The most connections that are kept waiting. */
const MOST_LATE_ANSWERS = 500;

/** What answers a refusal: a problem document, with the length of its body. */
export function refusalAnswer(refusal: AppError) {
  const problem = toProblem(refusal, randomUUID());
  const body = JSON.stringify(problem);
  const headers: Record<string, string | number> = {
    ...Object.fromEntries(problemResponse(problem).headers),
    "content-length": Buffer.byteLength(body),
  };
  return { status: problem.status, headers, body };
}

/** Answers a request that is refused with a problem document. */
export function answerRefusal(response: ServerResponse, refusal: AppError): void {
  const { status, headers, body } = refusalAnswer(refusal);
  response.writeHead(status, headers).end(body);
}

let answeringLater = 0;
/** Delays the answer to a client that sends too many requests, so that it does not send the next one at once. */
export function answerRefusalLater(response: ServerResponse, refusal: AppError): void {
  if (answeringLater >= MOST_LATE_ANSWERS) return answerRefusal(response, refusal);
  answeringLater += 1;
  const timer = setTimeout(() => answerRefusal(response, refusal), LATE_ANSWER_MS);
  response.once("close", () => {
    answeringLater -= 1;
    clearTimeout(timer);
  });
}

/**
 * Answers 405 with the methods that the address has (RFC 9110 §15.5.6). If they are unknown, `Allow` is left out: an empty one would
 * say that there are none.
 */
export function refuseMethod(response: ServerResponse, methods: readonly string[]): void {
  if (methods.length === 0) return answerRefusal(response, WRONG_METHOD);
  const names = methods.join(", ");
  response.setHeader("allow", names);
  answerRefusal(response, new AppError("method-not-allowed", `Use one of these methods: ${names}.`));
}
