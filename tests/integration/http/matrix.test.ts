import { PERMISSION_TABLE } from "#lib/members/roles.ts";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOKEN_SCOPES, type TokenScope } from "#lib/contracts/team/accessTokens.ts";
import { ENVIRONMENT_HEADER } from "#lib/contracts/environmentHeader.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { permits } from "#lib/members/roles.ts";
import { sessions } from "#server/db/schema/members.ts";
import type { DeclaredRoute, MachineAccess, RouteHandler } from "#server/route/route.ts";
import { insertToken } from "#tests/support/insertToken.ts";
import type { Answer } from "#tests/support/testProgram.ts";
import { MATRIX, WITHOUT_MEMBER, type MatrixRow } from "./matrixRoutes.ts";
import {
  CANARY,
  createMatrixWorld,
  holderOf,
  MATRIX_ROLES,
  WALLET_AMOUNT,
  type Cell,
  type MatrixRole,
  type MatrixWorld,
} from "./matrixWorld.ts";

const ENVIRONMENTS: readonly Environment[] = ["sandbox", "production"];
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const API = join(import.meta.dirname, "..", "..", "..", "app", "api");

/** Texts that the world has in each environment, with its name. */
const OF_ONE_ENVIRONMENT = [
  "completed",
  CANARY.draft,
  CANARY.view,
  CANARY.audit,
  CANARY.codesDetail,
  CANARY.orderDetail,
];

/** The routes that answer with records of the audit log, which name members and both environments. */
const SHOWS_AUDIT = new Set(["GET audit", "POST audit/search", "POST audit/export"]);

/** Changes by those who manage the team or the settings that need no confirmation of identity: they give nobody anything. */
const UNASKED = new Set([
  "DELETE invitations/[invitationId]",
  "DELETE team/[memberId]/sessions",
  "POST service/call",
  "POST webhooks/[webhookId]/deliveries/[deliveryId]",
  "POST webhooks/[webhookId]/test",
]);

/** The routes that answer with codes. */
const SHOWS_CODES = new Set(["POST orders/[reference]/codes", "POST orders/[reference]/export"]);

let world: MatrixWorld;
const handlers = new Map<string, RouteHandler>();
const cookies = new Map<MatrixRole, string>();
beforeAll(async () => {
  world = await createMatrixWorld();
  for (const path of readdirSync(API, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith("route.ts")) continue;
    const file: Record<string, RouteHandler | undefined> = await import(join(API, path));
    for (const method of METHODS) {
      const handler = file[method];
      if (handler) handlers.set(`${method} ${dirname(path)}`, handler);
    }
  }
  for (const role of MATRIX_ROLES) cookies.set(role, await world.stack.signIn(world.members[role]));
});
afterAll(() => world.stack.close());

async function ask(name: string, row: MatrixRow, cell: Cell): Promise<Answer> {
  const handler = handlers.get(name);
  if (handler === undefined) throw new Error(`${name} is no route`);
  const { stack, members } = world;
  const self = row.changesSelf ? await stack.addMember(world.roleIdOf(cell.role), "Own") : members[cell.role];
  const cookie = row.changesSelf ? await stack.signIn(self) : cookies.get(cell.role);
  const call = (await row.call?.(world, cell, self)) ?? {};
  const headers = { [ENVIRONMENT_HEADER]: cell.environment };
  return stack.call(handler, { method: name.split(" ")[0], ...call, headers, ...(cookie ? { cookie } : {}) });
}

/** The names of all fields with content in an answer, with dots between the levels. */
function fieldsOf(value: unknown, path = ""): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((each) => fieldsOf(each, `${path}[]`));
  if (typeof value !== "object") return [path];
  return Object.entries(value).flatMap(([name, part]) =>
    fieldsOf(part, path === "" ? name : `${path}.${name}`),
  );
}

/** Texts that no answer to a role may contain, by the permission that would show them; null: nobody may see them. */
function forbiddenTexts(name: string, cell: Cell): string[] {
  const { role } = cell;
  const holder = holderOf(cell);
  const { members } = world;
  const own: readonly [boolean, string][] = [
    [permits(holder, "wallet.read"), CANARY.wallet],
    [permits(holder, "wallet.read"), String(WALLET_AMOUNT)],
    [permits(holder, "codes.reveal") && SHOWS_CODES.has(name), CANARY.code],
    [role === "buyer" && name === "GET orders/draft", CANARY.draft],
    [role === "buyer", CANARY.view],
    [permits(holder, "audit.read"), CANARY.audit],
    [permits(holder, "audit.read") || permits(holder, "codes.reveal"), CANARY.codesDetail],
    [permits(holder, "audit.read") || permits(holder, "orders.read"), CANARY.orderDetail],
    // Nothing of the other environment, for any role; only the audit log covers both.
    ...OF_ONE_ENVIRONMENT.map((text): [boolean, string] => [
      SHOWS_AUDIT.has(name),
      `${text}-${cell.environment === "sandbox" ? "production" : "sandbox"}`,
    ]),
    [
      permits(holder, "team.manage") || (permits(holder, "audit.read") && SHOWS_AUDIT.has(name)),
      role === "admin" ? "-" : members.admin.email,
    ],
    [permits(holder, "settings.read"), "127.0.0.1:9"],
    [false, "$argon2"],
    [false, "svc_live_0"],
    ...MATRIX_ROLES.map((each): [boolean, string] => [false, members[each].password]),
  ];
  return own.filter(([isVisible]) => !isVisible).map(([, text]) => text);
}

async function tokenFor(memberId: string, scopes: readonly TokenScope[]): Promise<string> {
  return (await insertToken(world.stack, memberId, scopes)).secret;
}

function machineOf(handler: RouteHandler): MachineAccess | undefined {
  // Routes made by route() carry what they declared.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (handler as DeclaredRoute).declaration.machine;
}

const cells = MATRIX_ROLES.flatMap((role) =>
  ENVIRONMENTS.map((environment): Cell => ({ role, environment })),
);
const fields = new Set<string>();
let answers = 0;

describe("what each role finds in each answer", () => {
  it("has a row for every route of the interface, and none for others", () => {
    expect([...handlers.keys()].toSorted()).toEqual([...Object.keys(MATRIX), ...WITHOUT_MEMBER].toSorted());
  });

  for (const [name, row] of Object.entries(MATRIX)) {
    it(`${name} answers whom it may, with what they may see`, async () => {
      for (const cell of cells) {
        const answer = await ask(name, row, cell);
        const isAllowed =
          row.roles?.includes(cell.role) ??
          (row.permission === null || permits(holderOf(cell), row.permission));
        const text = JSON.stringify(answer.json);
        expect([cell, answer.status, isAllowed ? "" : answer.json.type]).toEqual([
          cell,
          isAllowed ? (row.status ?? 200) : 403,
          isAllowed ? "" : "forbidden",
        ]);
        for (const secret of forbiddenTexts(name, cell)) expect(text).not.toContain(secret);
        const found = fieldsOf(answer.json);
        // The OpenAPI document names every field, and contains no values.
        if (!permits(holderOf(cell), "wallet.read") && name !== "GET openapi.json") {
          expect(found.filter((field) => /(^|\.)(wallet|balances|amounts)\b/.test(field))).toEqual([]);
        }
        for (const field of found) fields.add(`${name} ${cell.role} ${cell.environment} ${field}`);
        answers += 1;
      }
      const handler = handlers.get(name);
      const stranger = handler && (await world.stack.call(handler, { method: name.split(" ")[0] }));
      expect(stranger?.status).toBe(401);
    });
  }

  it("asks a session that has not confirmed lately who it is, before every change of the team, of its limits and of the rules", async () => {
    const cell = { role: "admin", environment: "sandbox" } as const;
    const { stack } = world;
    const self = await stack.addMember("admin", "Late");
    const cookie = await stack.signIn(self);
    await stack.program.db
      .update(sessions)
      .set({ reauthenticatedAt: null })
      .where(eq(sessions.memberId, self.id));
    const changes = Object.entries(MATRIX).filter(
      ([name, { permission }]) =>
        !name.startsWith("GET ") && (permission === "team.manage" || permission === "settings.change"),
    );
    for (const [name, row] of changes) {
      const handler = handlers.get(name);
      if (handler === undefined) throw new Error(`${name} is no route`);
      const call = (await row.call?.(world, cell, self)) ?? {};
      const headers = { [ENVIRONMENT_HEADER]: cell.environment };
      const answer = await stack.call(handler, { method: name.split(" ")[0], ...call, headers, cookie });
      expect([name, answer.json.type === "reauthentication-required"]).toEqual([name, !UNASKED.has(name)]);
    }
  });

  it("answers programs only if a route is meant for them, with what its OpenAPI document says, and never beyond a scope", async () => {
    const cell = { role: "admin", environment: "sandbox" } as const;
    const self = world.members.admin;
    for (const [name, row] of Object.entries(MATRIX)) {
      const handler = handlers.get(name);
      if (handler === undefined) throw new Error(`${name} is no route`);
      const machine = machineOf(handler);
      const { byProgram = row.call } = row;
      const call = machine === undefined ? {} : ((await byProgram?.(world, cell, self)) ?? {});
      const askWith = async (token: string, ofMember?: MatrixRow["call"]) =>
        world.stack.call(handler, {
          method: name.split(" ")[0],
          ...(ofMember === undefined ? call : await ofMember(world, cell, self)),
          headers: {
            [ENVIRONMENT_HEADER]: "sandbox",
            authorization: `Bearer ${token}`,
            "sec-fetch-site": "cross-site",
          },
        });
      // A token for each route, because one may not be used for all of them at once.
      const answer = await askWith(await tokenFor(self.id, TOKEN_SCOPES));
      if (machine === undefined) {
        expect([name, answer.status, answer.json.type]).toEqual([name, 403, "forbidden"]);
        continue;
      }
      expect([name, answer.status]).toEqual([name, row.status ?? 200]);
      // Parsing drops what the schema does not know, and then the two differ.
      expect(machine.answer.parse(answer.json), name).toEqual(answer.json);
      if (row.byProgram !== undefined) {
        const beyond = await askWith(await tokenFor(self.id, TOKEN_SCOPES), row.call);
        expect([name, beyond.status]).toEqual([name, 403]);
      }
      const { permission } = row;
      if (permission === null) continue;
      const { includedIn } = PERMISSION_TABLE[permission];
      const others = await tokenFor(
        self.id,
        TOKEN_SCOPES.filter((scope) => scope !== permission && scope !== includedIn),
      );
      const refused = await askWith(others);
      expect([name, refused.status, refused.json.type]).toEqual([name, 403, "forbidden"]);
    }
  });

  it("covers every route with every role in both environments", () => {
    const routes = Object.keys(MATRIX).length;
    console.info(
      `matrix: ${routes} routes × ${MATRIX_ROLES.length} roles × ${ENVIRONMENTS.length} environments = ${answers} answers, ${fields.size} fields`,
    );
    expect(answers).toBe(routes * MATRIX_ROLES.length * ENVIRONMENTS.length);
  });
});
