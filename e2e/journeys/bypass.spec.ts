import { isRecord } from "#lib/json/isRecord.ts";
import { cookieHeader } from "#scripts/browser/session.ts";
import type { TestStack } from "#scripts/testStack/startTestStack.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { bodyOf, rawRequest, requestBytes } from "#e2e/support/rawRequest.ts";

/** A page that only administrators may see, and the route behind it. Both contain the administrator's address. */
const TARGETS = ["/team", "/api/team"] as const;
const SUBREQUESTS = ["proxy", "middleware", "src/middleware", "src/proxy", "pages/_middleware"];

type Attempt = { name: string; bytes: string };

/** Headers that servers and frameworks use among themselves, or that proxies set. */
function internalHeaders(target: string): Record<string, string>[] {
  return [
    ...SUBREQUESTS.flatMap((name) => [
      { "x-middleware-subrequest": name },
      { "x-middleware-subrequest": Array(5).fill(name).join(":") },
    ]),
    { "x-middleware-subrequest-id": "1" },
    { "x-middleware-next": "1" },
    { "x-middleware-rewrite": target },
    { "x-middleware-prefetch": "1" },
    { "x-middleware-skip": "1" },
    { "x-middleware-invoke": "1" },
    { "x-middleware-override-headers": "cookie", "x-middleware-request-cookie": "a=b" },
    {
      "x-invoke-path": target,
      "x-invoke-status": "200",
      "x-invoke-output": target,
      "x-invoke-query": "%7B%7D",
    },
    { "x-matched-path": target },
    { "x-now-route-matches": "1=team" },
    { "x-nextjs-data": "1" },
    { "x-nextjs-rewritten-path": target },
    { "x-prerender-revalidate": "1" },
    { "x-next-revalidate-tag-token": "1", "x-next-revalidated-tags": "team" },
    { "next-resume": "1" },
    { "next-action": "0".repeat(42) },
    { rsc: "1" },
    { rsc: "1", "next-router-prefetch": "1" },
    { rsc: "1", "next-router-segment-prefetch": "/_tree" },
    {
      rsc: "1",
      "next-router-state-tree": encodeURIComponent(
        '["",{"children":["(desk)",{"children":["team",{}]}]},null,"refetch"]',
      ),
    },
    { rsc: "1", "next-url": target },
    { purpose: "prefetch", "sec-purpose": "prefetch" },
    { "x-codedesk-path": target, "x-nonce": "mine" },
    { "x-forwarded-for": "127.0.0.1", "x-real-ip": "127.0.0.1", "x-client-ip": "127.0.0.1" },
    { "x-forwarded-host": "localhost", "x-forwarded-proto": "https", "x-forwarded-port": "443" },
    { forwarded: "for=127.0.0.1;host=localhost;proto=https", via: "1.1 localhost" },
    { "x-original-url": target, "x-rewrite-url": target },
    { "x-http-method-override": "GET", "x-http-method": "GET" },
    { authorization: "Basic YWRtaW46YWRtaW4=" },
    { authorization: "Bearer null" },
    { "sec-fetch-site": "same-origin", "x-codedesk-environment": "production" },
  ];
}

/** Other spellings of the address. */
function addresses(target: string): string[] {
  const last = target.slice(1);
  const encoded = `/${last.replaceAll(/[a-z]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
  return [
    `${target}.rsc`,
    `${target}.json`,
    `${target}.txt`,
    `${target}.segments/_tree.segment.rsc`,
    `${target}?_rsc=abc`,
    `${target}?__nextDataReq=1`,
    `${target}?__NEXT_INIT_URL=/team`,
    `${target}?nxtPreference=x`,
    `/_next/data/build/${last}.json`,
    `${target}/`,
    `${target}//`,
    `/${target}`,
    `//localhost${target}`,
    `/.${target}`,
    `/x/..${target}`,
    `/%2e%2e${target}`,
    `/..%2f${last}`,
    `/%2f${last}`,
    encoded,
    encoded.replaceAll("%", "%25"),
    target.toUpperCase(),
    `${target};a=b`,
    `${target}%00`,
    `${target}%20`,
    `${target}%09`,
    `${target}\\`,
    target.replaceAll("/", "\\"),
    `${target}#x`,
    `/_next/static/..${target}`,
    `/_next/static/%2e%2e/%2e%2e${target}`,
    `/icons/..${target}`,
    `/icons/%2e%2e${target}`,
    `/api/health/live/../../..${target}`,
    `/api/health/..%2f..${target}`,
    `/api/health/%2e%2e/%2e%2e${target}`,
    `/api/auth/../..${target}`,
    `/api/sign-in/..%2f${last.replace("api/", "")}`,
    `/api/metrics;${target}`,
    `/api/auth/session?callbackUrl=${target}`,
    `http://evil.example${target}`,
    `http://localhost${target}`,
    `http://user@localhost${target}`,
    "*",
  ];
}

/** Requests whose end two servers could see in different places; a second one inside requests the data. */
function smuggled(host: string, cookie: string): Attempt[] {
  const inner = `GET /api/team HTTP/1.1\r\nHost: ${host}\r\n${cookie}Connection: close\r\n\r\n`;
  const chunked = `0\r\n\r\n${inner}`;
  const head = (headers: string, body: string) =>
    `POST /api/sign-in/passkey HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;
  return [
    {
      name: "CL and TE",
      bytes: head(`Content-Length: ${chunked.length}\r\nTransfer-Encoding: chunked`, chunked),
    },
    { name: "TE and CL", bytes: head("Transfer-Encoding: chunked\r\nContent-Length: 4", chunked) },
    { name: "two lengths", bytes: head("Content-Length: 0\r\nContent-Length: 5", inner) },
    { name: "a list of lengths", bytes: head("Content-Length: 0, 5", inner) },
    { name: "a signed length", bytes: head("Content-Length: +0", inner) },
    { name: "an unknown coding", bytes: head("Transfer-Encoding: xchunked", chunked) },
    { name: "two codings", bytes: head("Transfer-Encoding: chunked, identity", chunked) },
    { name: "a space before the colon", bytes: head("Transfer-Encoding : chunked", chunked) },
    { name: "a folded line", bytes: head("Transfer-Encoding:\r\n chunked", chunked) },
    { name: "a bare line feed", bytes: head("X: y\nTransfer-Encoding: chunked", chunked) },
    { name: "a chunk extension", bytes: head("Transfer-Encoding: chunked", `0;a=\n\r\n\r\n${inner}`) },
  ];
}

function corpus(host: string, cookie: string | null): Attempt[] {
  const own = { Host: host, ...(cookie === null ? {} : { Cookie: cookie }) };
  const plain = TARGETS.flatMap((target) => [
    ...internalHeaders(target).map((headers) => ({
      name: `${target} with ${JSON.stringify(headers)}`,
      bytes: requestBytes(target, { ...own, ...headers }),
    })),
    ...addresses(target).map((address) => ({ name: address, bytes: requestBytes(address, own) })),
    ...["HEAD", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "GET\t"].map((method) => ({
      name: `${method} ${target}`,
      bytes: requestBytes(target, own, { method }),
    })),
    ...[
      "next-auth.session-token=a.b.c.d.e",
      "next-auth.session-token=eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.",
    ].map((value) => ({
      name: `${target} with cookie ${value}`,
      bytes: requestBytes(target, { ...own, Cookie: value }),
    })),
    { name: `${target} for another host`, bytes: requestBytes(target, { ...own, Host: "evil.example" }) },
    {
      name: `${target} as a WebSocket`,
      bytes: requestBytes(target, {
        ...own,
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version": "13",
      }),
    },
    {
      name: `${target} as HTTP/2`,
      bytes: requestBytes(target, {
        ...own,
        Connection: "Upgrade, HTTP2-Settings",
        Upgrade: "h2c",
        "HTTP2-Settings": "AAMAAABkAAQAAP__",
      }),
    },
    ...[`http://localhost${target}`, "http:///latest/meta-data/", "http://127.0.0.1:9/"].map((address) => ({
      name: `${address} as a WebSocket`,
      bytes: requestBytes(address, { ...own, Connection: "Upgrade", Upgrade: "websocket" }),
    })),
    { name: `${target} in HTTP/1.0`, bytes: `GET ${target} HTTP/1.0\r\n\r\n` },
    { name: `${target} in HTTP/0.9`, bytes: `GET ${target}\r\n\r\n` },
  ]);
  return [...plain, ...smuggled(host, cookie === null ? "" : `Cookie: ${cookie}\r\n`)];
}

function addressOf(stack: TestStack, role: string): string {
  return stack.members.find((member) => member.role === role)?.email ?? "";
}

/** The type of the problem document in an answer, if it is one. */
function problemOf(answer: string): string {
  try {
    const body: unknown = JSON.parse(bodyOf(answer));
    return isRecord(body) && typeof body.type === "string" ? body.type : "";
  } catch {
    return "";
  }
}

test("no way to write a request gets around who may see what: internal headers, addresses, upgrades, smuggling", async ({
  stack,
  sessions,
}) => {
  const { host } = new URL(stack.url);
  const secret = addressOf(stack, "admin");
  const asAdmin = { Host: host, Cookie: cookieHeader(sessions.admin) };
  // Members with the permission get the data, so that nothing below passes only because there is nothing to find.
  for (const target of TARGETS) {
    // The first request of all loads the page's code, which takes a busy machine longer than a raw request waits.
    await expect
      .poll(() => rawRequest(stack.url, requestBytes(target, asAdmin)), { message: target })
      .toContain(secret);
  }
  for (const cookie of [null, cookieHeader(sessions.support)]) {
    const attempts = corpus(host, cookie);
    expect(attempts.length).toBeGreaterThan(150);
    const who = cookie === null ? "nobody" : "support";
    const judge = async ({ name, bytes }: Attempt): Promise<void> => {
      const answer = await rawRequest(stack.url, bytes);
      expect(answer.includes(secret), `${name}, as ${who}: ${answer.slice(0, 200)}`).toBe(false);
      expect(answer, `${name}, as ${who}`).not.toMatch(/svc_test_|\$argon2|HTTP\/1\.1 101|HTTP\/1\.1 500/);
    };
    // Eight at a time, because the server keeps some open until we give up.
    for (let from = 0; from < attempts.length; from += 8) {
      await Promise.all(attempts.slice(from, from + 8).map(judge));
    }
  }
  const plain = await rawRequest(stack.url, requestBytes("/api/team", { Host: host }));
  expect(problemOf(plain)).toBe("unauthenticated");
});

test("a query changes nothing by names that the framework uses itself, and is refused", async ({
  stack,
  sessions,
}) => {
  const { host } = new URL(stack.url);
  const asAdmin = { Host: host, Cookie: cookieHeader(sessions.admin) };
  for (const name of [
    "__proto__",
    "%5F_proto__",
    "nxtPreference",
    "nxtIreference",
    "_rsc",
    "constructor",
    "x",
  ])
    for (const target of ["/api/team", "/api/orders", "/api/orders/ABC"]) {
      const answer = await rawRequest(stack.url, requestBytes(`${target}?${name}=DEF`, asAdmin));
      expect(answer, `${target}?${name}`).toMatch(/^HTTP\/1\.1 400 /);
      expect(problemOf(answer), `${target}?${name}`).toBe("validation");
    }
});

/** Bodies and addresses of interfaces that this program does not have, and bytes that are no HTTP. */
function ofOtherInterfaces(own: Record<string, string>): Attempt[] {
  const posted = (target: string, type: string, body: string): Attempt => ({
    name: `${type} to ${target}`,
    bytes: requestBytes(
      target,
      { ...own, "Content-Type": type, "Content-Length": String(body.length) },
      { method: "POST", body },
    ),
  });
  const entity = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>`;
  const query = JSON.stringify({ query: "{ __schema { types { name } } }" });
  const targets = [
    "/graphql",
    "/api/graphql",
    "/saml/acs",
    "/api/auth/saml",
    "/api/auth/callback/saml",
    "/oauth/token",
    "/oauth/authorize?client_id=a&redirect_uri=https://evil.example/&response_type=code",
    "/.well-known/openid-configuration",
    "/.well-known/oauth-authorization-server",
    "/_next/image?url=http%3A%2F%2F127.0.0.1%3A9%2F&w=64&q=75",
    "/_next/image?url=%2Ficons%2Ficon.svg&w=64&q=75",
  ];
  return [
    ...["text/xml", "application/xml", "application/soap+xml", "application/xml; charset=utf-7"].map((type) =>
      posted("/api/orders", type, entity),
    ),
    ...["/api/orders", "/api/graphql", "/graphql"].flatMap((target) => [
      posted(target, "application/json", query),
      posted(target, "application/graphql", "{ __schema { types { name } } }"),
    ]),
    posted("/api/auth/callback/saml", "application/x-www-form-urlencoded", "SAMLResponse=PHNhbWw%2B"),
    posted("/oauth/token", "application/x-www-form-urlencoded", "grant_type=client_credentials"),
    ...targets.map((target) => ({ name: target, bytes: requestBytes(target, own) })),
    { name: "STUN", bytes: "\x00\x01\x00\x00\x21\x12\xa4\x42abcdefghijkl" },
    { name: "SRTP", bytes: "\x80\x60\x00\x01\x00\x00\x00\x01\x00\x00\x00\x02abcd" },
  ];
}

test("nothing answers to what this program does not have: XML, GraphQL, SAML, OAuth, the image optimiser, STUN", async ({
  stack,
  sessions,
}) => {
  const { host } = new URL(stack.url);
  const own = { Host: host, Origin: stack.url };
  for (const headers of [own, { ...own, Cookie: cookieHeader(sessions.admin) }])
    for (const { name, bytes } of ofOtherInterfaces(headers)) {
      const answer = await rawRequest(stack.url, bytes);
      expect(answer, name).toMatch(/^HTTP\/1\.1 (?:3\d\d|4\d\d) /);
      expect(answer, name).not.toMatch(/root:x:|__schema|access_token|token_endpoint|image\/(?:webp|avif)/i);
    }
});
