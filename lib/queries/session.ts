import { NO_ANSWER, ProblemError } from "./problemError.ts";

/** Signing in and out through next-auth's own routes, without its browser library: two requests are all it does. */
const AUTH = "/api/auth";

/** What came of trying to sign in. */
export type SignInOutcome =
  | { kind: "signed-in" }
  | { kind: "wrong" }
  | { kind: "throttled"; seconds: number | null }
  | { kind: "failed" };

/** Throws a ProblemError when there is no answer. */
export async function signIn(credentials: { email: string; password: string }): Promise<SignInOutcome> {
  const response = await post("/callback/credentials", { ...credentials, callbackUrl: location.href });
  const error = await refusalOf(response);
  if (error === null) return response.ok ? { kind: "signed-in" } : { kind: "failed" };
  if (error === "CredentialsSignin") return { kind: "wrong" };
  const throttled = /^too-many(?::(\d+))?$/.exec(error);
  if (throttled)
    return { kind: "throttled", seconds: throttled[1] === undefined ? null : Number(throttled[1]) };
  return { kind: "failed" };
}

/** Throws a ProblemError when it is not certain that the session is over. */
export async function signOut(): Promise<void> {
  const response = await post("/signout", { callbackUrl: location.origin });
  if (!response.ok) throw silent();
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
    throw silent();
  }
}

/** next-auth says why by the `error` of the address where it would lead. */
async function refusalOf(response: Response): Promise<string | null> {
  try {
    const url = textOf(await response.json(), "url");
    return url === null ? null : new URL(url, location.origin).searchParams.get("error");
  } catch {
    return null;
  }
}

function textOf(value: unknown, key: string): string | null {
  if (typeof value !== "object" || value === null) return null;
  const found: unknown = Object.entries(value).find(([name]) => name === key)?.[1];
  return typeof found === "string" ? found : null;
}

function silent(): ProblemError {
  return new ProblemError({
    type: NO_ANSWER,
    title: "No answer",
    status: 0,
    detail: "Codedesk did not answer. Check your connection and try again.",
    requestId: "",
  });
}
