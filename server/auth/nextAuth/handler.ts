import "server-only";
import { randomUUID } from "node:crypto";
import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import type { Program } from "#server/context/context.ts";
import { DeskError, isDeskError } from "#server/context/errors.ts";
import { readCookies } from "#server/http/cookies.ts";
import { problemResponse, toProblem } from "#server/http/problem.ts";
import { readText } from "#server/http/readBody.ts";
import { isSameOrigin } from "#server/http/sameOrigin.ts";
import { authOptions, type SignInTrouble } from "./authOptions.ts";
import { clientOf } from "./clientOf.ts";
import { ownOrigin, type AuthSettings } from "#server/auth/settings.ts";

/** The parts of next-auth we use, and whether another site may navigate there (the identity provider comes back). */
const ACTIONS: Record<string, { elsewhere: boolean }> = {
  "GET csrf": { elsewhere: false },
  "GET session": { elsewhere: false },
  "GET providers": { elsewhere: false },
  "GET signin": { elsewhere: true },
  "GET error": { elsewhere: true },
  "GET callback/oidc": { elsewhere: true },
  "POST signin/oidc": { elsewhere: false },
  "POST callback/credentials": { elsewhere: false },
  "POST signout": { elsewhere: false },
};
const FIELDS = ["email", "password", "csrfToken", "callbackUrl", "json"] as const;
const BODY_BYTES = 16 * 1024;

/**
 * Everything under /api/auth: next-auth behind our own bounds. What its clients rely on stays as it is; its
 * failures become problem documents that tell nothing of what went wrong inside.
 * @param segments the path after /api/auth.
 */
export async function handleAuth(
  http: Request,
  segments: readonly string[],
  program: Program,
  settings: AuthSettings,
): Promise<Response> {
  const requestId = randomUUID();
  try {
    const action = ACTIONS[`${http.method} ${segments.join("/")}`];
    const foreign = segments[1] === "oidc" && settings.oidc === null;
    if (!action || foreign) throw new DeskError("not-found", "There is nothing at this address.");
    if (!action.elsewhere && !isSameOrigin(http, ownOrigin(settings))) {
      throw new DeskError("cross-site", "Sign in from the desk's own page.");
    }
    const response = await askNextAuth(http, segments, program, settings);
    response.headers.set("cache-control", "no-store");
    response.headers.set("x-request-id", requestId);
    return response;
  } catch (error) {
    if (!isDeskError(error)) program.log.error({ requestId, error }, "A sign-in request failed");
    return problemResponse(toProblem(error, requestId));
  }
}

async function askNextAuth(
  http: Request,
  segments: readonly string[],
  program: Program,
  settings: AuthSettings,
): Promise<Response> {
  const origin = originOf(http, settings);
  // next-auth knows its own address only from NEXTAUTH_URL, or, told so here, from the headers we give it below.
  if (settings.url === null) process.env.AUTH_TRUST_HOST = "true";
  const body = await readFields(http);
  const trouble: SignInTrouble = {};
  const options = authOptions(
    program,
    settings,
    { client: clientOf(http.headers), userAgent: http.headers.get("user-agent") },
    trouble,
  );
  const answer = new Answer();
  const request = {
    method: http.method,
    headers: { "x-forwarded-host": origin.host, "x-forwarded-proto": origin.protocol.slice(0, -1) },
    cookies: plausible(Object.fromEntries(readCookies(http.headers)), origin),
    query: {
      ...plausible(Object.fromEntries(new URL(http.url).searchParams), origin),
      nextauth: [...segments],
    },
    body,
  };
  // next-auth reads and calls only what stands above and in Answer; its types ask for all of Node's request.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  await NextAuth(request as unknown as NextApiRequest, answer as unknown as NextApiResponse, options);
  if (trouble.error !== undefined && !isDeskError(trouble.error)) throw trouble.error;
  return answer.toResponse(trouble.error);
}

/** Where the browser reaches us. Without NEXTAUTH_URL, whatever it asked for: only redirects depend on it. */
function originOf(http: Request, settings: AuthSettings): URL {
  if (settings.url !== null) return new URL(settings.url);
  const host = http.headers.get("host") ?? "localhost";
  return new URL(URL.canParse(`http://${host}`) ? `http://${host}` : "http://localhost");
}

/** Only what sign-in knows, only texts. */
async function readFields(http: Request): Promise<Record<string, string> | undefined> {
  if (http.method !== "POST") return undefined;
  const mediaType = (http.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  const text = await readText(http, BODY_BYTES);
  const given = mediaType === "application/json" ? parseJson(text) : new URLSearchParams(text);
  return Object.fromEntries(
    FIELDS.flatMap((name) => {
      const value = given.get(name);
      return typeof value === "string" || typeof value === "boolean" ? [[name, String(value)]] : [];
    }),
  );
}

function parseJson(text: string): Map<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
  } catch {
    throw new DeskError("validation", "The body is not JSON.");
  }
}

/** next-auth answers 500 to a callback address it cannot read, in the query or in its cookie: leave those out. */
function plausible(values: Record<string, string>, origin: URL): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        !/callback-?url$/i.test(name) ||
        (URL.canParse(value, origin.href) && /^https?:$/.test(new URL(value, origin).protocol)),
    ),
  );
}

/** As much of a Node response as next-auth uses. */
class Answer {
  #status = 200;
  #body: string | null = null;
  readonly #headers = new Map<string, string | string[]>();

  status(code: number): this {
    this.#status = code;
    return this;
  }
  getHeader(name: string): string | string[] | undefined {
    return this.#headers.get(name.toLowerCase());
  }
  setHeader(name: string, value: string | string[]): this {
    this.#headers.set(name.toLowerCase(), value);
    return this;
  }
  json(value: unknown): void {
    this.setHeader("content-type", "application/json");
    this.#body = JSON.stringify(value);
  }
  send(value: unknown): void {
    if (typeof value === "object" && value !== null) this.json(value);
    else this.#body = typeof value === "string" ? value : null;
  }
  end(): void {
    this.#body = null;
  }

  /** @param refusal makes the answer of a throttled sign-in a 429, in the shape that next-auth's clients read. */
  toResponse(refusal: DeskError | undefined): Response {
    const headers = new Headers();
    for (const [name, value] of this.#headers) {
      for (const one of [value].flat()) headers.append(name, one);
    }
    let status = this.#status;
    if (refusal) {
      status = status === 302 ? 302 : 429;
      headers.set("retry-after", String(Math.ceil(refusal.facts.retryAfterSeconds ?? 60)));
    } else if (status === 200 && this.#body?.includes("csrf=true")) {
      // next-auth says 200 to a sign-in whose token is missing, though nobody was signed in.
      status = 403;
    }
    return new Response(this.#body, { status, headers });
  }
}
