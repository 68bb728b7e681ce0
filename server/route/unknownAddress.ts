import "server-only";
import { randomUUID } from "node:crypto";
import { AppError } from "#server/context/errors.ts";
import { problemResponse, toProblem } from "#server/http/problem.ts";

/** The answer of an address of the interface that does not exist: a problem document, where Next would answer with a page. */
export function unknownAddress(): Response {
  const error = new AppError("not-found", "There is nothing at this address. Check its spelling.");
  return problemResponse(toProblem(error, randomUUID()));
}
