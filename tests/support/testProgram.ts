import { randomBytes } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { z } from "zod";
import type { RoleId } from "#lib/contracts/team/roles.ts";
import type { Instant } from "#lib/time/instant.ts";
import { handleAuth } from "#server/auth/nextAuth/handler.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import type { Program } from "#server/context/context.ts";
import type { RouteHandler } from "#server/route/route.ts";
import { OPERATOR } from "#server/context/operator.ts";
import { createProgram } from "#server/program.ts";
import { installProgram } from "#server/context/runningProgram.ts";
import { readSettings } from "#server/config/env.ts";
import { createLog } from "#server/context/log.ts";
import { generatePassword } from "#server/auth/signIn/password.ts";
import { members } from "#server/db/schema/members.ts";
import { recordAudit } from "#server/audit/record.ts";
import { requireRole } from "#server/context/teamAuthority.ts";
import { createTestDatabase } from "./database.ts";
import type { TestDatabase } from "./database.ts";

export const DASHBOARD_HOST = "desk.test:3000";

/** The answer of /api/auth/csrf. */
export const csrfAnswerSchema = z.object({ csrfToken: z.string() });

export type Member = { id: string; email: string; password: string };
export type Call = {
  path?: string;
  method?: string;
  cookie?: string;
  headers?: Record<string, string>;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  params?: Record<string, string>;
};
export type Answer = { status: number; headers: Headers; json: Record<string, unknown> };

/** The program of the dashboard in this process, with a database of its own and a clock that tests move. */
export type TestProgram = {
  program: Program;
  database: TestDatabase;
  /** Every line that was logged, at any level, as it was written. */
  logged: string[];
  advance(ms: number): void;
  now(): Instant;
  addMember(role: RoleId, name?: string): Promise<Member>;
  /** Signs in through next-auth's own routes and returns the Cookie header of the session. */
  signIn(member: Pick<Member, "email" | "password">, headers?: Record<string, string>): Promise<string>;
  /** Sends one request to /api/auth/… and returns the whole response. */
  auth(path: string, init?: RequestInit): Promise<Response>;
  /** Makes one attempt to sign in, with the CSRF token that it needs. */
  attempt(credentials: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  call(handler: RouteHandler, call?: Call): Promise<Answer>;
  close(): Promise<void>;
};

/** @param variables additional configuration; the first stack of a test file decides for all of them. */
export async function createTestProgram(variables: Record<string, string> = {}): Promise<TestProgram> {
  const database = await createTestDatabase();
  configure(database.url, variables);
  const owned = createProgram(readSettings());
  const logged: string[] = [];
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const program: Program = {
    ...owned.program,
    clock: { now, ahead: () => ahead },
    log: createLog("debug", { write: (line) => void logged.push(line) }),
  };
  installProgram({ ...owned, program });

  const auth: TestProgram["auth"] = (path, init = {}) => {
    const http = new Request(`http://${DASHBOARD_HOST}/api/auth/${path}`, init);
    http.headers.set("host", DASHBOARD_HOST);
    const segments = new URL(http.url).pathname.split("/").slice(3);
    return handleAuth(http, segments, program, getAuthSettings());
  };
  const attempt: TestProgram["attempt"] = async (credentials, headers = {}) => {
    const csrf = await auth("csrf");
    const { csrfToken } = csrfAnswerSchema.parse(await csrf.json());
    return auth("callback/credentials", {
      method: "POST",
      headers: { ...headers, cookie: [cookiesOf(csrf), headers.cookie ?? ""].join("; ") },
      body: new URLSearchParams({ ...credentials, csrfToken, json: "true" }),
    });
  };
  let count = 0;
  return {
    program,
    database,
    logged,
    now,
    advance: (ms) => void (ahead += ms),
    addMember: async (role, name = role) => {
      const email = `${role}-${(count += 1)}@partner.example`;
      return insertMember(program, { email, name, role });
    },
    signIn: async ({ email, password }, headers) => {
      const response = await attempt({ email, password }, headers);
      if (response.status !== 200) throw new Error(`Signing in was answered ${response.status}`);
      return cookiesOf(response);
    },
    auth,
    attempt,
    call,
    close: async () => {
      await owned.close();
      await database.drop();
    },
  };
}

/** The cheapest parameters of argon2: nobody guesses the password of a test member, and checking it need not take 25 ms of a core. */
const QUICK = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const;

/** Inserts what the operator's `addMember` would insert for a chosen password, except for the cost of its hash. */
async function insertMember(
  { db, clock }: Program,
  given: { email: string; name: string; role: RoleId },
): Promise<Member> {
  const password = generatePassword();
  const passwordHash = await hash(password, QUICK);
  const now = clock.now();
  return db.transaction(async (tx) => {
    const { recordedAs } = await requireRole(tx, given.role);
    const [row] = await tx
      .insert(members)
      .values({ ...given, passwordHash, createdAt: now, updatedAt: now })
      .returning({ id: members.id });
    if (row === undefined) throw new Error("the member was not written");
    await recordAudit(tx, {
      at: now,
      actorId: OPERATOR.id,
      action: "member.added",
      memberId: row.id,
      details: { role: recordedAs },
    });
    return { id: row.id, email: given.email, password };
  });
}

async function call(handler: RouteHandler, options: Call = {}): Promise<Answer> {
  const { path = "/api/test", method = "GET", cookie, headers = {}, body, params } = options;
  const sent = new Headers({ host: DASHBOARD_HOST, ...headers });
  if (cookie !== undefined) sent.set("cookie", cookie);
  if (body !== undefined && !sent.has("content-type")) sent.set("content-type", "application/json");
  const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
  const http = new Request(`http://${DASHBOARD_HOST}${path}`, { method, headers: sent, body: text });
  const response = await handler(http, { params: Promise.resolve(params) });
  const answer = await response.text();
  const isFile =
    response.headers.has("content-disposition") && !/json/.test(response.headers.get("content-type") ?? "");
  return {
    status: response.status,
    headers: response.headers,
    json: answer === "" ? {} : isFile ? { file: answer } : record(JSON.parse(answer)),
  };
}

function record(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw new Error("The answer is not a JSON object.");
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the Cookie header that a browser would send next. */
export function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .filter((pair) => !pair.endsWith("="))
    .join("; ");
}

function configure(databaseUrl: string, variables: Record<string, string>): void {
  for (const name of Object.keys(process.env)) {
    if (/^(SERVICE|NEXTAUTH|OIDC|PASSWORD)_/.test(name)) delete process.env[name];
  }
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
    CODES_FINGERPRINT_KEY: randomBytes(32).toString("base64url"),
    // Nothing answers there: tests that need the service bring their own.
    SERVICE_SANDBOX_URL: "http://127.0.0.1:9/",
    SERVICE_SANDBOX_KEY: `svc_test_${randomBytes(16).toString("hex")}`,
    // The host name of the tests is not that of this machine.
    ALLOW_PLAIN_HTTP: "on",
    LOG_LEVEL: "error",
    ...variables,
  });
}
