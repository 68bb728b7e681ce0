import type { Problem } from "#lib/contracts/problem.ts";

/** A refused or failed call of the dashboard's own interface, with all it said. `message` is its `detail`. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = "ProblemError";
    this.problem = problem;
  }
}

/** No answer arrived: nothing is known about what the call did. */
export const NO_ANSWER = "no-answer";
/** The call was never sent. */
export const OFFLINE = "offline";

export function isProblemError(error: unknown): error is ProblemError {
  return error instanceof ProblemError;
}

/** Whether an answer is a problem document. By hand: zod would be loaded with every page for it. */
export function isProblem(answer: unknown): answer is Problem {
  return (
    typeof answer === "object" &&
    answer !== null &&
    "type" in answer &&
    "title" in answer &&
    "detail" in answer &&
    typeof answer.detail === "string" &&
    "status" in answer &&
    typeof answer.status === "number" &&
    "requestId" in answer &&
    typeof answer.requestId === "string"
  );
}

/** Whatever was thrown, in the one shape that screens know how to show. */
export function asProblem(error: unknown): Problem {
  if (isProblemError(error)) return error.problem;
  return {
    type: "unexpected",
    title: "Something went wrong",
    status: 0,
    detail: "Something went wrong on this page. Reload it and try again.",
    requestId: "",
  };
}

/** A failure to confirm who it is: it stays asked for, in the same way. */
export function stillAsked(failure: Problem, asked: Problem | null): Problem {
  return { ...failure, reauthenticate: asked?.reauthenticate, factors: asked?.factors };
}
