import type { ProofInput } from "#lib/contracts/team/secondFactor.ts";
import { apiPaths, paths, type Address } from "#lib/paths.ts";
import type { Answers } from "#lib/queries/client/answers.ts";
import { REAUTHENTICATE } from "#lib/contracts/team/reauthenticate.ts";
import { isProblem, NO_ANSWER, ProblemError } from "#lib/queries/client/problemError.ts";
import { forgetTab } from "#lib/queries/client/tabStorage.ts";

/** Signs in and out through next-auth's own routes, without its browser library, which would only make two requests. */
const AUTH = "/api/auth";

/** The result of trying to sign in. */
export type SignInOutcome =
  | { kind: "signed-in" }
  /** The password was right; the second factor comes next. */
  | { kind: "second-factor" }
  | { kind: "wrong" | "expired" }
  /** Too many attempts for this account, or too many people at once. */
  | { kind: "throttled" | "busy"; seconds: number }
  | { kind: "failed" };

/** Throws a ProblemError if there is no answer. */
export async function signIn(credentials: { email: string; password: string }): Promise<SignInOutcome> {
  // Without the query of this page: an error in it would count as one of this attempt.
  const response = await post("/callback/credentials", { ...credentials, callbackUrl: location.origin });
  if (response.status === 429 || response.status === 503) {
    const seconds = Number(response.headers.get("retry-after"));
    return {
      kind: response.status === 429 ? "throttled" : "busy",
      seconds: Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : 60,
    };
  }
  const url = await targetOf(response);
  const error = url?.searchParams.get("error") ?? null;
  if (response.ok && url !== null && error === null) {
    return { kind: url.pathname === paths.secondFactor() ? "second-factor" : "signed-in" };
  }
  if (error === "OneTimePasswordExpired") return { kind: "expired" };
  return { kind: error === "CredentialsSignin" ? "wrong" : "failed" };
}

/** Presents the second factor, which opens the session. Throws a ProblemError. */
export function completeSignIn(proof: ProofInput): Promise<void> {
  return signInStep(apiPaths.completeSignIn(), { proof });
}

type SignInRoute = { [R in keyof Answers]: Answers[R] extends { POST: unknown } ? R : never }[keyof Answers];

/** One further step of signing in, which has no session yet. The address says what the answer is (`Answers`). Throws a ProblemError. */
export async function signInStep<R extends SignInRoute>(
  path: Address<R>,
  body: object,
): Promise<Answers[R]["POST"]> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    cache: "no-store",
  }).catch(() => null);
  if (response === null) throw noAnswer();
  if (!response.ok) throw await refusalOf(response);
  const answer: unknown = response.status === 204 ? undefined : await response.json().catch(() => null);
  // The answer comes from our own server, whose routes declare it (tests/integration/http/answers.test.ts).
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return answer as Answers[R]["POST"];
}

/**
 * The address of the partner's identity provider, which the browser opens next. Throws a ProblemError if there is none.
 * @param again for a signed-in member who has to confirm that it's them.
 */
export async function singleSignOnAddress(next: string, again = false): Promise<string> {
  const response = await post(`/signin/oidc${again ? `?${REAUTHENTICATE}=1` : ""}`, {
    callbackUrl: new URL(next, location.origin).href,
  });
  if (!response.ok) throw await refusalOf(response);
  const url = await targetOf(response);
  if (url === null) throw noAnswer();
  return url.href;
}

/** Throws a ProblemError if it is not certain that the session has ended. */
export async function signOut(): Promise<void> {
  const response = await post("/signout", { callbackUrl: location.origin });
  if (!response.ok) throw noAnswer();
  forgetMember();
}

/** Removes what this tab has stored for the member: unfinished orders and unsaved draft lines. */
export function forgetMember(): void {
  forgetTab();
}

async function post(path: string, fields: Record<string, string>): Promise<Response> {
  try {
    const csrf: unknown = await (await fetch(`${AUTH}/csrf`, { cache: "no-store" })).json();
    const csrfToken = textOf(csrf, "csrfToken") ?? "";
    return await fetch(`${AUTH}${path}`, {
      method: "POST",
      body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
      cache: "no-store",
    });
  } catch {
    throw noAnswer();
  }
}

async function refusalOf(response: Response): Promise<ProblemError> {
  const answer: unknown = await response.json().catch(() => null);
  return isProblem(answer) ? new ProblemError(answer) : noAnswer();
}

/** Where next-auth would lead; an `error` in that address says why it refused. */
async function targetOf(response: Response): Promise<URL | null> {
  try {
    const url = textOf(await response.json(), "url");
    return url === null ? null : new URL(url, location.origin);
  } catch {
    return null;
  }
}

function textOf(value: unknown, key: string): string | null {
  if (typeof value !== "object" || value === null) return null;
  const found: unknown = Object.entries(value).find(([name]) => name === key)?.[1];
  return typeof found === "string" ? found : null;
}

function noAnswer(): ProblemError {
  return new ProblemError({
    type: NO_ANSWER,
    title: "No answer",
    status: 0,
    detail: "Codedesk did not answer. Check your connection and try again.",
    requestId: "",
  });
}
