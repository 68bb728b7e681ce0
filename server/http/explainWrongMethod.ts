import "server-only";
import type { ServerResponse } from "node:http";
import { overrideMethod } from "./overrideMethod.ts";

/** Has an answer 405 written by `answer` if it comes without a body, as Next answers a method that a route does not have. */
export function explainWrongMethod(response: ServerResponse, answer: () => void): void {
  const end: (...args: never[]) => ServerResponse = response.end.bind(response);
  overrideMethod(response, "end", (...args) => {
    const isBare = typeof args[0] !== "string" && !ArrayBuffer.isView(args[0]);
    if (response.statusCode !== 405 || response.headersSent || !isBare) return end(...args);
    overrideMethod(response, "end", end);
    answer();
    return response;
  });
}
