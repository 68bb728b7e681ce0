import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider, type AccountClaims } from "oidc-provider";

export const CLIENT = { id: "codedesk", secret: "the-secret-of-the-client-at-the-provider" };

/** A person whom the provider knows. */
export type Person = { sub: string; email: string; email_verified: boolean; name: string; groups?: string[] };

/** The cookies that a browser has for the provider. */
export type Jar = Map<string, string>;

export type OidcProvider = {
  issuer: string;
  /** The person as whom browsers sign in from now on. Changed claims are sent at their next sign-in. */
  person: Person;
  /** Follows the browser from the authorisation address until the provider redirects elsewhere. */
  authorise(authorisation: URL, jar: Jar): Promise<URL>;
  /** Signs the browser out at the provider, as a person does on its page. */
  signOut(jar: Jar): Promise<void>;
  close(): Promise<void>;
};

/** The program oidc-provider (OpenID Certified) on loopback, like a partner's own provider, with a sign-in page that asks nothing. */
export async function startOidcProvider(client: {
  redirectUri: string;
  /** Answers the logout tokens that the provider sends. */
  logOut: (request: Request) => Promise<Response>;
}): Promise<OidcProvider> {
  const people = new Map<string, Person>();
  let current: Person | undefined;
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  // A TCP server's address is always of this shape.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [client.redirectUri],
        backchannel_logout_uri: new URL("/api/auth/backchannel-logout", client.redirectUri).href,
        backchannel_logout_session_required: true,
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
    cookies: { keys: ["a key that signs the cookies of this test"] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { Session: 3_600, Interaction: 600, Grant: 3_600, AccessToken: 600, IdToken: 600 },
    // Its own fetch refuses to call this machine.
    fetch: (url, options) => client.logOut(new Request(url, options)),
    findAccount: (_context, sub) => {
      const claims: AccountClaims = { ...people.get(sub), sub };
      return { accountId: sub, claims: () => claims };
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope("openid email profile groups");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return void answer(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: current?.sub ?? "" } });
  });

  /** One request of a browser, which keeps the cookies of the answer. */
  async function visit(url: URL, jar: Jar, init: RequestInit = {}): Promise<Response> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { ...init, redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const [name = "", value = ""] = pair.split("=", 2);
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }
  return {
    issuer,
    get person(): Person {
      if (current === undefined) throw new Error("Nobody is there to sign in.");
      return current;
    },
    set person(person) {
      people.set(person.sub, person);
      current = person;
    },
    authorise: async (authorisation, jar) => {
      let url = authorisation;
      while (url.origin === issuer) {
        const response = await visit(url, jar);
        const location = response.headers.get("location");
        if (location === null)
          throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
        url = new URL(location, url);
      }
      return url;
    },
    signOut: async (jar) => {
      const page = await (await visit(new URL("/session/end", issuer), jar)).text();
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? "";
      const body = new URLSearchParams({ xsrf, logout: "yes" });
      await visit(new URL("/session/end/confirm", issuer), jar, { method: "POST", body });
    },
    close: () => new Promise((closed) => void server.close(() => closed())),
  };
}
