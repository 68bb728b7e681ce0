import "server-only";
import { randomUUID } from "node:crypto";
import type { Program } from "#server/context/context.ts";
import { AppError, isAppError } from "#server/context/errors.ts";
import { problemResponse, toProblem } from "#server/http/problem.ts";
import { readText } from "#server/http/readBody.ts";
import type { AuthSettings } from "#server/auth/settings.ts";
import { endSessionsByProvider } from "./endSessionsByProvider.ts";
import { readLogoutToken } from "./readLogoutToken.ts";

const BODY_BYTES = 16 * 1024;
const FORM = "application/x-www-form-urlencoded";

/**
 * Answers the identity provider when it ends sessions (OpenID Connect Back-Channel Logout 1.0): a person who is signed out or
 * disabled there is signed out here. The request comes without a session and is authorised by the signature of its token.
 * Refusals and failures are answered with 400, as the standard requires.
 */
export async function handleBackchannelLogout(
  http: Request,
  program: Program,
  settings: AuthSettings,
): Promise<Response> {
  const requestId = randomUUID();
  try {
    const { oidc } = settings;
    if (oidc === null) throw new AppError("not-found", "Page not found.");
    const token = await readLogoutToken(program, oidc, await readTokenOf(http));
    await endSessionsByProvider(program, oidc, token);
    return new Response(null, {
      status: 200,
      headers: { "cache-control": "no-store", "x-request-id": requestId },
    });
  } catch (error) {
    if (isAppError(error)) {
      program.log.warn({ requestId, reason: error.message }, "A logout by the identity provider was refused");
      return problemResponse(toProblem(error, requestId));
    }
    program.log.error({ requestId, error }, "A logout by the identity provider failed");
    const failed = new AppError("validation", "The logout failed. Send a new logout token.");
    return problemResponse(toProblem(failed, requestId));
  }
}

/** @throws AppError `unsupported-media-type`, `too-large`, `validation`. */
async function readTokenOf(http: Request): Promise<string> {
  const mediaType = (http.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (mediaType !== FORM) {
    throw new AppError(
      "unsupported-media-type",
      `Send the logout token as a form, with Content-Type: ${FORM}.`,
    );
  }
  const tokens = new URLSearchParams(await readText(http, BODY_BYTES)).getAll("logout_token");
  const [token] = tokens;
  if (token === undefined || tokens.length > 1) {
    throw new AppError("validation", "Send exactly one logout_token.");
  }
  return token;
}
