import "server-only";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { allowedMethods } from "./allowedMethods.ts";
import { refuseMethod } from "./answerRefusal.ts";
import { overrideMethod } from "./overrideMethod.ts";
import { pathOf } from "./pathOf.ts";
import { isOfInterface, READING } from "./refuseUnacceptable.ts";

/**
 * Names the methods of an address in an answer 405 that comes without a body, as Next answers a method that a route does not have.
 * @param next is asked for them.
 */
export function explainWrongMethod(
  request: IncomingMessage,
  response: ServerResponse,
  next: RequestListener,
): void {
  const end: (...args: never[]) => ServerResponse = response.end.bind(response);
  overrideMethod(response, "end", (...args) => {
    const isBare = typeof args[0] !== "string" && !ArrayBuffer.isView(args[0]);
    if (response.statusCode !== 405 || response.headersSent || !isBare) return end(...args);
    overrideMethod(response, "end", end);
    void methodsOf(pathOf(request), next).then((methods) => refuseMethod(response, methods));
    return response;
  });
}

async function methodsOf(path: string, next: RequestListener): Promise<readonly string[]> {
  return isOfInterface(path) ? allowedMethods(path, next) : READING;
}
