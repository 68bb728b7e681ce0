import "server-only";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { AnsweredSignIn } from "#server/auth/secondFactor/completeSignIn.ts";
import { getAuthSettings, ownOrigin } from "#server/auth/settings.ts";
import { AppError } from "#server/context/errors.ts";
import { parseInput } from "#server/context/parseInput.ts";
import { clientAddress } from "#server/http/clientAddress.ts";
import { problemResponse, toProblem } from "#server/http/problem.ts";
import { readJsonBody } from "#server/http/readBody.ts";
import { reply, toResponse } from "#server/http/reply.ts";
import { isSameOrigin } from "#server/http/sameOrigin.ts";
import type { Answering } from "./route.ts";
import { getProgram } from "#server/context/runningProgram.ts";

/** An authenticator's answer has a few hundred bytes. */
const BODY_BYTES = 16 * 1024;

export type SignInDeclaration<A, B extends z.ZodType, Answer extends object | void> = {
  /** Finds what the request must have come with, before the body is read; throws if it is missing. */
  admit: (request: AnsweredSignIn) => Promise<A> | A;
  body: B;
  /** Returning nothing gives 204. Cookies are added to `request.answerHeaders`. */
  handle: (request: AnsweredSignIn, admitted: A, body: z.output<B>) => Promise<Answer>;
};

/**
 * Declares one step of signing in, for requests without a session. Checks in this order: same origin; what the step needs; body;
 * then calls the verb. All errors become problem documents.
 */
export function signInRoute<A, B extends z.ZodType, Answer extends object | void>(
  declaration: SignInDeclaration<A, B, Answer>,
): Answering<Answer> {
  return async (http) => {
    const requestId = randomUUID();
    const program = getProgram();
    try {
      const settings = getAuthSettings();
      if (!isSameOrigin(http, ownOrigin(settings)))
        throw new AppError("cross-site", "Sign in from Codedesk's own page.");
      const { headers } = http;
      const address = clientAddress(headers, settings.trustedProxies);
      const request = { ...program, settings, headers, address, answerHeaders: new Headers() };
      const admitted = await declaration.admit(request);
      const body = parseInput(declaration.body, await readJsonBody(http, BODY_BYTES), "body");
      const answer = await declaration.handle(request, admitted, body);
      const response = toResponse(answer ?? reply(204), 200, requestId);
      for (const [name, value] of request.answerHeaders) response.headers.append(name, value);
      return response;
    } catch (error) {
      const problem = toProblem(error, requestId);
      if (problem.status === 500) program.log.error({ requestId, error }, "A step of signing in failed");
      return problemResponse(problem);
    }
  };
}
