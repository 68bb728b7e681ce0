import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { AuditAction } from "#lib/audit/actions.ts";
import { createdTokenSchema } from "#lib/contracts/team/accessTokens.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import type { OidcSettings } from "#server/config/env.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { route } from "#server/route/route.ts";
import { POST as logoutRoute } from "#app/api/auth/backchannel-logout/route.ts";
import { GET as ordersRoute } from "#app/api/orders/route.ts";
import { POST as createTokenRoute } from "#app/api/settings/tokens/route.ts";
import {
  CLIENT,
  startOidcProvider,
  type Jar,
  type OidcProvider,
  type Person,
} from "#tests/support/oidcProvider.ts";
import {
  cookiesOf,
  createTestProgram,
  csrfAnswerSchema,
  DASHBOARD_HOST,
  type TestProgram,
} from "#tests/support/testProgram.ts";

/** A role that the partner may make; members of the group `cashiers` have it. */
export const CASHIER = randomUUID();

/** Answers who has signed in, and with which role. */
export const whoAmI = route({
  permission: null,
  handle: ({ request }) => ({ id: request.actor.id, role: request.actor.role }),
});

/** A browser's way through the provider: its cookies there, a change to the address that it comes back with, and how it left. */
type Way = { jar?: Jar; change?: (callback: URL) => void; query?: string };
type SignedIn = { session: string; location: string; callback: URL; jar: Jar };

/** A dashboard whose members sign in through a real identity provider, which gives them their roles. */
export type ProviderWorld = {
  provider: OidcProvider;
  testProgram: TestProgram;
  /** The dashboard's answers to the provider's logout tokens. */
  logouts: number[];
  /** The configuration of the dashboard's provider. */
  oidc(): OidcSettings;
  personOf(email: string, groups: string[]): Person;
  /** Signs in through the provider's own addresses, in a browser that keeps its cookies. */
  signIn(person: Person, way?: Way): Promise<SignedIn>;
  /** What `whoAmI` answers. */
  me(cookie: string): Promise<unknown>;
  /** Makes a personal access token. Returns a function that calls with it, and returns the status of the answer. */
  createToken(cookie: string, scopes: string[], expiresInDays: number): Promise<() => Promise<number>>;
  recorded(memberId: string, action: AuditAction): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
};

export async function createProviderWorld(): Promise<ProviderWorld> {
  const logouts: number[] = [];
  const provider = await startOidcProvider({
    redirectUri: `http://${DASHBOARD_HOST}/api/auth/callback/oidc`,
    logOut: async (request) => {
      const answer = await logoutRoute(request);
      logouts.push(answer.status);
      return answer;
    },
  });
  const testProgram = await createTestProgram({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_SCOPE: "openid email profile groups",
    OIDC_ROLE_CLAIM: "groups",
    OIDC_ROLE_MAPPING: JSON.stringify([
      ["desk-admins", "admin"],
      ["sales", "buyer"],
      ["helpdesk", "support"],
      ["cashiers", CASHIER],
    ]),
    OIDC_NEW_MEMBER_DOMAINS: "joining.example",
  });
  let persons = 0;
  return {
    provider,
    testProgram,
    logouts,
    oidc: () => {
      const configured = getAuthSettings().oidc;
      if (configured === null) throw new Error("There is no identity provider.");
      return configured;
    },
    personOf: (email, groups) => ({
      sub: `person-${(persons += 1)}`,
      email,
      email_verified: true,
      name: "Petra Provider",
      groups,
    }),
    signIn: async (person, { jar = new Map(), change = () => undefined, query = "" } = {}) => {
      provider.person = person;
      const csrf = await testProgram.auth("csrf");
      const { csrfToken } = csrfAnswerSchema.parse(await csrf.json());
      const left = await testProgram.auth(`signin/oidc${query}`, {
        method: "POST",
        headers: { cookie: cookiesOf(csrf) },
        body: new URLSearchParams({
          csrfToken,
          json: "true",
          callbackUrl: `http://${DASHBOARD_HOST}/orders`,
        }),
      });
      const { url } = z.object({ url: z.string() }).parse(await left.json());
      const callback = await provider.authorise(new URL(url), jar);
      change(callback);
      const response = await testProgram.auth(`callback/oidc${callback.search}`, {
        headers: { cookie: cookiesOf(left), "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
      });
      return {
        session: cookiesOf(response),
        location: response.headers.get("location") ?? "",
        callback,
        jar,
      };
    },
    me: async (cookie) => (await testProgram.call(whoAmI, { cookie })).json,
    createToken: async (cookie, scopes, expiresInDays) => {
      const body = { kind: "personal", name: "ERP", scopes, expiresInDays };
      const answer = await testProgram.call(createTokenRoute, { method: "POST", cookie, body });
      const { secret } = createdTokenSchema.parse(answer.json);
      const headers = { authorization: `Bearer ${secret}` };
      return async () => (await testProgram.call(ordersRoute, { headers })).status;
    },
    recorded: async (memberId, action) => {
      const rows = await testProgram.program.db
        .select()
        .from(auditRecords)
        .where(and(eq(auditRecords.memberId, memberId), eq(auditRecords.action, action)));
      return rows.map(({ actorId, details }) => ({ actorId, ...details }));
    },
    close: async () => {
      await testProgram.close();
      await provider.close();
    },
  };
}
