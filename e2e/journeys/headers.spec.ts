import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { MAX_DRAFT_BYTES } from "#lib/contracts/orders/orderLimits.ts";
import { cookieHeader } from "#scripts/browser/session.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { deskPages, readRoutes } from "#e2e/support/routesOfSources.ts";
import { markModules } from "#scripts/build/compileEarly.ts";

const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** The policy for a file of the build, which can be a worker. */
const BUILD_FILE =
  "default-src 'none'; script-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const PAGE =
  "default-src 'self'; script-src 'self' 'nonce-…' 'strict-dynamic'; style-src 'self' 'nonce-…'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";

/** The headers that every answer has, except the build's files; the two that differ follow. */
const FIXED = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "accelerometer=(), autoplay=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-permitted-cross-domain-policies": "none",
};
/** The build's files lack what only documents read. */
const fixedOf = (path: string) =>
  path.startsWith("/_next/static/")
    ? { ...FIXED, "cross-origin-opener-policy": null, "permissions-policy": null }
    : FIXED;
/** Headers that no answer has. */
const ABSENT = ["server", "x-powered-by", "access-control-allow-origin", "sourcemap", "x-sourcemap"];

function securityHeaders(headers: Headers) {
  const policy = headers
    .get("content-security-policy")
    ?.replaceAll(/'nonce-[A-Za-z0-9+/]{22}=='/g, "'nonce-…'");
  const fixed = Object.keys(FIXED).map((name) => [name, headers.get(name)]);
  const told = ABSENT.filter((name) => headers.has(name));
  return { ...Object.fromEntries(fixed), policy, cache: headers.get("cache-control"), told };
}

test("every answer has the headers that it should have: pages, the interface, files, errors and refusals", async ({
  stack,
  sessions,
}) => {
  const cookie = cookieHeader(sessions.admin);
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${stack.url}${path}`, { redirect: "manual", ...init });
  const pages = [
    "/sign-in",
    ...deskPages().map(({ path }) => path),
    "/orders/none",
    "/no-such-page",
    "/a/b.rsc",
  ];
  for (const path of pages) {
    for (const headers of [new Headers(), new Headers({ cookie })]) {
      const answer = await ask(path, { headers });
      const { cache, ...rest } = securityHeaders(answer.headers);
      expect([path, rest]).toEqual([path, { ...FIXED, policy: PAGE, told: [] }]);
      expect(cache, path).toMatch(/no-store/);
    }
  }
  for (const path of [...readRoutes().map((route) => route.path), "/api/none", "/api", "/api/auth/session"]) {
    for (const headers of [new Headers(), new Headers({ cookie })]) {
      const answer = await ask(path, { headers });
      const { policy, cache, ...rest } = securityHeaders(answer.headers);
      expect([path, policy, rest]).toEqual([path, NOTHING, { ...FIXED, told: [] }]);
      expect(cache, path).toMatch(/no-store/);
    }
  }
  const [style = ""] = readdirSync(join(stack.build, ".next/static"), {
    recursive: true,
    encoding: "utf8",
  }).filter((name) => name.endsWith(".css"));
  for (const [path, cache, policy] of [
    ["/icons/icon.svg", "public, max-age=86400", NOTHING],
    ["/robots.txt", "public, max-age=86400", NOTHING],
    ["/manifest.webmanifest", "public, max-age=86400", NOTHING],
    [`/_next/static/${style}`, "public, max-age=31536000, immutable", BUILD_FILE],
  ] as const) {
    const answer = await ask(path);
    const expected = { ...fixedOf(path), policy, cache, told: [] };
    expect([answer.status, securityHeaders(answer.headers)], path).toEqual([200, expected]);
  }
  // Errors of files, refusals in front of Next, and what it would answer itself.
  const errors: [string, RequestInit][] = [
    ["/icons/none.svg", {}],
    ["/_next/static/none.js", {}],
    ["/_next/image?url=/icons/icon-192.png&w=64&q=75", {}],
    ["/orders", { method: "POST" }],
    ["/orders", { method: "DELETE" }],
    ["/api/orders", { method: "PROPFIND" }],
    ["/%E0%A4%A", {}],
    ["/api/orders/%2", { headers: { cookie } }],
  ];
  for (const [path, init] of errors) {
    const answer = await ask(path, init);
    expect(answer.status, path).toBeGreaterThanOrEqual(400);
    const { policy, cache: _, ...rest } = securityHeaders(answer.headers);
    expect([PAGE, NOTHING, BUILD_FILE], path).toContain(policy);
    expect([path, rest]).toEqual([path, { ...fixedOf(path), told: [] }]);
  }
});

test("the build has no source maps, no Server Actions and no image optimiser", async ({ stack }) => {
  const build = join(stack.build, ".next");
  // What is in node_modules are links to the packages themselves, of which nothing is served.
  const files = readdirSync(build, { recursive: true, encoding: "utf8" }).filter(
    (name) => !name.startsWith("node_modules/"),
  );
  expect(files.filter((name) => name.endsWith(".map"))).toEqual([]);
  const scripts = files.filter((name) => name.startsWith("static/") && name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(10);
  for (const name of scripts) {
    expect(readFileSync(join(build, name), "utf8").includes("sourceMappingURL=data:"), name).toBe(false);
  }
  expect((await fetch(`${stack.url}/_next/${scripts[0] ?? ""}.map`)).status).toBe(404);
  const json = (name: string): unknown => JSON.parse(readFileSync(join(build, name), "utf8"));
  expect(json("server/server-reference-manifest.json")).toMatchObject({ node: {}, edge: {} });
  expect(json("required-server-files.json")).toMatchObject({
    config: { images: { unoptimized: true }, productionBrowserSourceMaps: false, poweredByHeader: false },
  });
  const image = await fetch(`${stack.url}/_next/image?url=%2Ficons%2Ficon-192.png&w=64&q=75`);
  expect(image.status).toBe(404);
});

test("the build marked the modules of its scripts, which browsers therefore compile early", async ({
  stack,
}) => {
  const folder = join(stack.build, ".next", "static");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const scripts = names
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(join(folder, name), "utf8"));
  expect(scripts.filter((script) => markModules(script, "a.js") !== script)).toEqual([]);
  const modules = scripts.flatMap((script) => script.match(/,\d+,\((?:\w+=>|\(|function)/g) ?? []);
  expect(modules.length).toBeGreaterThan(500);
});

test("the head of every page of Next is one that the pipeline knows: it defers all of its scripts", async ({
  stack,
  sessions,
}) => {
  const headers = { cookie: cookieHeader(sessions.support) };
  for (const path of ["/sign-in", "/", "/catalog", "/orders", "/wallet", "/no-such-page"]) {
    const html = await (await fetch(stack.url + path, { headers })).text();
    const [head = ""] = html.split("</head>");
    expect(head, path).not.toMatch(/<script src="[^"]+"(?! noModule="")/);
    expect(head, path).toMatch(/let paths=\["\/_next\/static\/[^\]]+\.js"\]/);
  }
});

test("a client that waits to be asked for its body is asked only if a route reads it", async ({
  stack,
  sessions,
}) => {
  const body = JSON.stringify({ references: ["CD-NONE"], service: false });
  const headers = {
    origin: stack.url,
    "content-type": "application/json",
    "content-length": body.length,
    expect: "100-continue",
  };
  const cookie = { cookie: cookieHeader(sessions.support) };
  /** The status, and whether the body was asked for before it. */
  const send = async (more: Record<string, string | number>) => {
    const sent = request(`${stack.url}/api/lookup/orders`, {
      method: "POST",
      headers: { ...headers, ...more },
    });
    let isAsked = false;
    sent.on("continue", () => {
      isAsked = true;
      sent.end(body);
    });
    sent.flushHeaders();
    const answered = Promise.withResolvers<number | undefined>();
    sent.on("response", ({ statusCode }) => answered.resolve(statusCode));
    sent.on("error", answered.reject);
    const status = await answered.promise;
    sent.destroy();
    return { status, isAsked };
  };
  expect(await send(cookie)).toEqual({ status: 200, isAsked: true });
  expect(await send({})).toEqual({ status: 401, isAsked: false });
  const tooMuch = { ...cookie, "content-length": MAX_DRAFT_BYTES };
  expect(await send(tooMuch)).toEqual({ status: 413, isAsked: false });
});

test("what pretends to be the router of a page is refused or answered, and never fails", async ({
  stack,
  sessions,
}) => {
  const cookie = cookieHeader(sessions.admin);
  const state = (value: unknown) => encodeURIComponent(JSON.stringify(value));
  const junk = ["junk", "%", state([1]), state(["", {}, 1]), "a".repeat(12_000)];
  const odd = [
    state(["", []]),
    state(["", {}]),
    state(["x", { children: ["y", { z: ["w", {}] }] }, null, "refetch"]),
  ];
  for (const path of ["/catalog", "/orders/new", "/no-such-page"]) {
    for (const tree of [...junk, ...odd]) {
      for (const more of [{}, { "next-router-prefetch": "1" }, { "next-router-segment-prefetch": "/junk" }]) {
        const headers = new Headers({ cookie, rsc: "1", "next-router-state-tree": tree });
        for (const [name, value] of Object.entries(more)) headers.set(name, value);
        const { status } = await fetch(`${stack.url}${path}`, { redirect: "manual", headers });
        expect([path, tree.slice(0, 40), more, status >= 500]).toEqual([
          path,
          tree.slice(0, 40),
          more,
          false,
        ]);
        if (junk.includes(tree)) expect([tree.slice(0, 40), status]).toEqual([tree.slice(0, 40), 400]);
      }
    }
  }
});
