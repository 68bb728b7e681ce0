import type { Environment } from "#lib/contracts/environment.ts";
import { ENVIRONMENT_HEADER } from "#lib/contracts/environmentHeader.ts";
import { BACKGROUND_HEADER } from "#lib/contracts/backgroundHeader.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { paths, type Address } from "#lib/paths.ts";
import type { Answers } from "./answers.ts";
import { isOffline } from "./isOffline.ts";
import { isPersonPresent } from "./presence.ts";
import { isProblem, NO_ANSWER, OFFLINE, ProblemError, UNREADABLE } from "./problemError.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type FetchOptions<M = Method> = {
  method?: M;
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
  /** The environment that the page shows: the call acts only there. */
  environment: Environment;
};

/**
 * Calls the dashboard's own interface. The address and the method say what the answer is (`Answers`). Throws a ProblemError for every
 * refusal, if there is no answer, and while offline; an aborted call throws the abort itself. Never retries.
 */
export async function fetchJson<
  R extends keyof Answers,
  M extends keyof Answers[R] & Method = keyof Answers[R] & "GET",
>(path: Address<R>, options: FetchOptions<M>): Promise<Answers[R][M]> {
  const response = await send(path, options);
  const answer = await readBody(response);
  if (response.ok) {
    // The answer comes from our own server, whose routes declare it (tests/integration/http/answers.test.ts).
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    if (response.status === 204 || answer !== undefined) return answer as Answers[R][M];
    throw new ProblemError(unreadable(response));
  }
  if (response.status === 401) leaveFor(paths.signIn());
  if (isProblem(answer) && answer.type === "password-change-required") leaveFor(paths.newPassword());
  if (isProblem(answer) && answer.type === "second-factor-required") leaveFor(paths.newSecondFactor());
  throw new ProblemError(isProblem(answer) ? answer : unreadable(response));
}

/** Calls a route that answers with a file, and returns the response so that it can be read piece by piece. Throws like `fetchJson`. */
export async function fetchFile(path: string, options: FetchOptions): Promise<Response> {
  const response = await send(path, options);
  if (response.ok) return response;
  const answer = await readBody(response);
  if (response.status === 401) leaveFor(paths.signIn());
  throw new ProblemError(isProblem(answer) ? answer : unreadable(response));
}

async function send(
  path: string,
  { method = "GET", body, signal, environment }: FetchOptions,
): Promise<Response> {
  // A call must not wait for a connection and be sent later by itself (docs/architecture.md#the-life-of-an-order).
  if (typeof window !== "undefined" && (await isOffline(signal))) throw new ProblemError(offline());
  const headers: Record<string, string> = { accept: "application/json", [ENVIRONMENT_HEADER]: environment };
  if (!isPersonPresent()) headers[BACKGROUND_HEADER] = "1";
  if (body !== undefined) headers["content-type"] = "application/json";
  try {
    return await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      credentials: "same-origin",
      cache: "no-store",
      redirect: "error",
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ProblemError(noAnswer(method));
  }
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** Leaves this page for another one of ours, unless it is already shown. */
function leaveFor(path: string): void {
  if (typeof location === "undefined" || location.pathname === path) return;
  const { pathname, search } = location;
  // Only a path, so that nobody can be sent to another site.
  location.assign(path === paths.signIn() ? paths.signInAgain(pathname + search) : path);
}

function offline(): Problem {
  return {
    type: OFFLINE,
    title: "You are offline",
    status: 0,
    detail: "There is no network connection. Nothing was sent. Try again when you are back online.",
    requestId: "",
  };
}

function noAnswer(method: string): Problem {
  const detail =
    method === "GET"
      ? "Codedesk did not answer. Check your connection and try again."
      : "Codedesk did not answer, so we don't know whether this was done. Check before you try again.";
  return { type: NO_ANSWER, title: "No answer", status: 0, detail, requestId: "" };
}

function unreadable(response: Response): Problem {
  return {
    type: UNREADABLE,
    title: "Unreadable answer",
    status: response.status,
    detail: `Codedesk sent an answer that this page can't read (status ${response.status}). Try again in a moment.`,
    requestId: response.headers.get("x-request-id") ?? "",
  };
}
