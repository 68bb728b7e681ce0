import "server-only";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Permission } from "#lib/contracts/team/permission.ts";
import { SECOND } from "#lib/time/instant.ts";
import { decodeReference } from "#lib/orders/references/referenceSegment.ts";
import { environmentOfCall } from "#server/auth/environment.ts";
import { isLocked } from "#server/context/openEnvironments.ts";
import { actorIn, findSession, type Session } from "#server/auth/sessions/findSession.ts";
import { findToken, type FoundToken } from "#server/auth/tokens/findToken.ts";
import { narrowedBy } from "#server/auth/tokens/narrowedBy.ts";
import { bearerOf, unknownToken } from "#server/auth/tokenText.ts";
import { getAuthSettings, ownOrigin } from "#server/auth/settings.ts";
import { asToken } from "#server/context/actingToken.ts";
import { chooseRegion } from "#server/context/currentRegion.ts";
import type { Actor, MemberRequest, Program } from "#server/context/context.ts";
import { AppError, isAppError } from "#server/context/errors.ts";
import { requirePermission } from "#server/context/requirePermission.ts";
import { getProgram } from "#server/context/runningProgram.ts";
import { parseInput } from "#server/context/parseInput.ts";
import { refreshUnits } from "#server/context/loadUnits.ts";
import { readQuery } from "#server/http/readQuery.ts";
import { problemResponse, toProblem } from "#server/http/problem.ts";
import { DEFAULT_BODY_BYTES, readJsonBody } from "#server/http/readBody.ts";
import { refuseUnstorableText } from "#server/http/refuseUnstorableText.ts";
import { reply, toResponse, type Reply } from "#server/http/reply.ts";
import { isSameOrigin } from "#server/http/sameOrigin.ts";

type Schema = z.ZodType | undefined;
type Parsed<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;

export type RouteDeclaration<P extends Schema, Q extends Schema, B extends Schema, A = unknown> = {
  /** The permission that a member needs; null: being signed in is enough. */
  permission: Permission | null;
  /** Concerns one environment, although no permission is needed: refused while the session has not opened that environment. */
  ofEnvironment?: boolean;
  /** Also for members who still have a one-time password; they can do nothing else until they chose their own. */
  withOneTimePassword?: boolean;
  /** Also for members who have to add a second factor, and can do nothing else before they do. */
  withoutSecondFactor?: boolean;
  /** The parameters of the address. `reference` arrives decoded (lib/orders/references/referenceSegment.ts). */
  params?: P;
  /** A name that occurs several times arrives as an array; unknown names are refused. */
  query?: Q;
  /** A JSON body. Without it, the body is not read; one that is `optional()` may be left out. */
  body?: B;
  maxBodyBytes?: number;
  /** Also for programs with an access token, as listed in docs/programs.md; absent: only for people. */
  machine?: MachineAccess;
  /** The status for a plain object; default 200. */
  status?: 200 | 201 | 202;
  /** Returning nothing gives 204; `reply(…)` sets its own status and headers; a `Response` is a stream or a file. */
  handle(call: {
    request: MemberRequest;
    params: Parsed<P>;
    query: Parsed<Q>;
    body: Parsed<B>;
    http: Request;
  }): Promise<A> | A;
};

/** What programs are told about a route: it becomes part of the OpenAPI document. */
export type MachineAccess = {
  /** What the route does, in a few words. */
  summary: string;
  /** The shape of its answer. */
  answer: z.ZodType;
};

/**
 * A body may arrive for a minute. If it took this long, the caller is looked up again: they may have been signed out or disabled
 * meanwhile, and could otherwise keep requests open to act afterwards.
 */
const SLOW_BODY_MS = SECOND;

type Segments = Record<string, string | string[] | undefined>;
/** Next gives undefined if the address has no parameters, whatever its types say. */
type RouteContext = { params: Promise<Segments | undefined> };
export type RouteHandler = (http: Request, context: RouteContext) => Promise<Response>;

/** A handler that knows by its type what it answers: the browser's client is held to it. */
export type Answering<A> = RouteHandler & { readonly answer?: A };

/** A route with its declaration, from which the OpenAPI document is made. `A` is what it answers. */
export type DeclaredRoute<A = unknown> = Answering<A> & {
  declaration: Pick<
    RouteDeclaration<Schema, Schema, Schema>,
    "permission" | "params" | "query" | "body" | "status" | "machine"
  >;
};

/** The caller: a person with a session, or a program with a token. */
type Caller = Omit<Session, "id"> & {
  sessionId?: string;
  token?: FoundToken;
};

/**
 * Declares one route of the dashboard's own interface (docs/architecture.md#http-interface). Checks in this order: same origin
 * and session, or token; environment; the permission in it; address; query; body; the first ones again after a slow body; then
 * calls the verb. All errors become problem documents.
 */
export function route<
  A extends Reply | object | void,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
>(declaration: RouteDeclaration<P, Q, B, A>): DeclaredRoute<A> {
  return Object.assign(handlerOf(declaration), { declaration });
}

function handlerOf<P extends Schema, Q extends Schema, B extends Schema>(
  declaration: RouteDeclaration<P, Q, B, Reply | object | void>,
): RouteHandler {
  return async (http, context) => {
    const requestId = randomUUID();
    let program: Program | undefined;
    let memberId: string | undefined;
    /** Who calls, with all that their session or token, their role and the environment allow at this moment. */
    const enter = async (running: Program) => {
      const caller = await identify(http, running, declaration.machine !== undefined);
      memberId = caller.member.id;
      const environment = admit(http, running, caller, declaration);
      return { caller, request: requestOf(running, caller, { http, environment, requestId }) };
    };
    try {
      program = getProgram();
      const { clock } = program;
      let entered = await enter(program);
      const since = clock.now();
      const input = await parse(declaration, http, (await context.params) ?? {});
      if (clock.now() - since >= SLOW_BODY_MS) entered = await enter(program);
      const { caller, request } = entered;
      await refreshUnits(program.db, clock.now());
      const { answerHeaders } = request;
      const answer = await asCaller(caller, () => declaration.handle({ request, ...input, http }));
      const response = toResponse(answer ?? reply(204), declaration.status ?? 200, requestId);
      for (const [name, value] of answerHeaders) response.headers.append(name, value);
      return response;
    } catch (error) {
      const problem = toProblem(error, requestId);
      // If the client has disconnected, its work was aborted: nothing has failed.
      if (problem.status === 500 && !http.signal.aborted) {
        program?.log.error({ requestId, method: http.method, error }, "A request failed unexpectedly");
      }
      if (isAppError(error) && error.kind === "forbidden") {
        program?.log.warn({ requestId, method: http.method, memberId }, `Refused: ${error.message}`);
      }
      return problemResponse(problem);
    }
  };
}

async function identify(http: Request, program: Program, forMachines: boolean): Promise<Caller> {
  const bearer = bearerOf(http.headers.get("authorization"));
  if (bearer !== null) return identifyProgram(program, bearer, forMachines);
  const settings = getAuthSettings();
  if (!isSameOrigin(http, ownOrigin(settings))) {
    throw new AppError("cross-site", "Codedesk only answers its own pages.");
  }
  const session = await findSession(program, http.headers, settings);
  if (session === null) throw new AppError("unauthenticated", "Sign in, then try again.");
  chooseRegion(session.region);
  const { id: sessionId, ...rest } = session;
  return { ...rest, sessionId };
}

/** A token is not a cookie: no other site's page can make a browser send one, so the origin of the call does not matter. */
async function identifyProgram(program: Program, bearer: string, forMachines: boolean): Promise<Caller> {
  const token = await findToken(program, bearer);
  if (token === null) throw unknownToken();
  if (!forMachines) throw new AppError("forbidden", "Access tokens can't do this: a member has to sign in.");
  return { ...token.holder, token };
}

/** The member with their permissions in an environment; for a program, no more than its scopes. */
function actorOf(caller: Caller, environment: Environment): Actor {
  const actor = actorIn(caller, environment);
  return caller.token === undefined ? actor : narrowedBy(actor, caller.token.scopes);
}

function requestOf(
  program: Program,
  caller: Caller,
  { http, ...call }: { http: Request; environment: Environment; requestId: string },
) {
  const { sessionId, token } = caller;
  return {
    ...program,
    ...call,
    actor: actorOf(caller, call.environment),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(token === undefined ? {} : { tokenId: token.id }),
    answerHeaders: new Headers(),
    signal: http.signal,
  };
}

function asCaller<Result>({ token, member }: Caller, work: () => Result): Result {
  return token === undefined ? work() : asToken({ name: token.name, memberId: member.id }, work);
}

function admit(
  http: Request,
  program: Program,
  caller: Caller,
  {
    permission,
    ofEnvironment = permission !== null,
    withOneTimePassword = false,
    withoutSecondFactor = false,
  }: {
    permission: Permission | null;
    ofEnvironment?: boolean | undefined;
    withOneTimePassword?: boolean | undefined;
    withoutSecondFactor?: boolean | undefined;
  },
): Environment {
  if (caller.mustChangePassword && !withOneTimePassword) {
    throw new AppError("password-change-required", "Choose a password of your own first.");
  }
  if (caller.mustAddSecondFactor && !withoutSecondFactor) {
    throw new AppError("second-factor-required", "Your team asks for a second factor: add yours first.");
  }
  const environment = environmentOfCall(http.headers, program);
  // Before the permission: what a role may do there is nothing to be found out with a copied cookie either.
  if (ofEnvironment && isLocked(program, caller, environment))
    throw new AppError(
      "forbidden",
      "Production is locked in this session. Switch to production and confirm that it's you first.",
    );
  if (permission !== null)
    requirePermission({ actor: actorOf(caller, environment), environment }, permission);
  return environment;
}

async function parse<P extends Schema, Q extends Schema, B extends Schema>(
  declaration: RouteDeclaration<P, Q, B>,
  http: Request,
  segments: Segments,
): Promise<{ params: Parsed<P>; query: Parsed<Q>; body: Parsed<B> }> {
  const { params, query, body, maxBodyBytes = DEFAULT_BODY_BYTES } = declaration;
  for (const [name, given] of Object.entries(segments))
    for (const text of [given ?? ""].flat()) refuseUnstorableText(text, "address", name);
  const reference = segments.reference;
  const address =
    typeof reference === "string" ? { ...segments, reference: decodeReference(reference) } : segments;
  const search = new URL(http.url).searchParams;
  if (!query) refuseQuery(search);
  const isAbsent = body === undefined || leavesOut(http, body);
  const given = isAbsent ? undefined : await readJsonBody(http, maxBodyBytes);
  return {
    params: parsed(params, address, "address"),
    query: parsed(query, readQuery(search), "query"),
    body: parsed(body, given, "body"),
  };
}

/** Whether a body that may be left out is. */
function leavesOut({ headers }: Request, body: Schema | undefined): boolean {
  const isEmpty = headers.get("content-type") === null && Number(headers.get("content-length") ?? 0) === 0;
  return isEmpty && body?.safeParse(undefined).success === true;
}

function parsed<S extends Schema>(schema: S | undefined, input: unknown, what: string): Parsed<S> {
  // Undefined exactly if nothing was declared, which the conditional type cannot express in here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (schema ? parseInput(schema, input, what) : undefined) as Parsed<S>;
}

function refuseQuery(search: URLSearchParams): void {
  const [name] = search.keys();
  if (name === undefined) return;
  throw new AppError("validation", "This address takes no query parameters.", {
    fields: { [name.slice(0, 200)]: "Unknown parameter. Remove it." },
  });
}
