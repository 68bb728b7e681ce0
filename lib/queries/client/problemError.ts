import type { Problem } from "#lib/contracts/problem.ts";

/** A refused or failed call of the dashboard's own interface, with all that the answer says. `message` is its `detail`. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = "ProblemError";
    this.problem = problem;
  }
}

/** There was no answer: it is not known what the call did. */
export const NO_ANSWER = "no-answer";
/** There was an answer that is not Codedesk's own, such as that of a proxy in between. */
export const UNREADABLE = "unreadable";
/** The call was never sent. */
export const OFFLINE = "offline";

export function isProblemError(error: unknown): error is ProblemError {
  return error instanceof ProblemError;
}

/** Whether an answer is a problem document. Checked by hand, because otherwise zod would be loaded with every page. */
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

/** Converts anything thrown to the one shape that screens can show. */
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

/** After a failed confirmation, the confirmation is still required in the same way. */
export function stillAsked(failure: Problem, asked: Problem | null): Problem {
  return { ...failure, reauthenticate: asked?.reauthenticate, factors: asked?.factors };
}
