import { ROLES } from "#lib/contracts/role.ts";
import { cookieHeader, signInAs } from "#scripts/browser/session.ts";
import type { TestStack } from "#scripts/stack/testing/startTestStack.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { deskPages, readRoutes } from "#e2e/support/routesOfSources.ts";
import { startWithoutProxy } from "#e2e/support/withoutProxy.ts";

/** The parts of an answer that say who may see it. */
async function ask(url: string, path: string, cookie: string | null) {
  const headers = new Headers(cookie === null ? {} : { cookie });
  const answer = await fetch(`${url}${path}`, { redirect: "manual", headers });
  const text = await answer.text();
  return {
    path,
    status: answer.status,
    // The path to return to after signing in is the only thing that a page learns from the proxy.
    to: answer.headers.get("location")?.split("?")[0] ?? null,
    hasPolicy: answer.headers.has("content-security-policy"),
    text,
  };
}

test("who may see what is decided without proxy.ts: the same routes and pages answer the same roles the same way", async ({
  stack,
  sessions,
}) => {
  const bare = await startWithoutProxy(stack);
  try {
    const admin = stack.members.find(({ role }) => role === "admin")?.email ?? "";
    const there: TestStack = { ...stack, url: bare.url };
    const [pages, routes] = [deskPages(), readRoutes()];
    expect([pages.length > 10, routes.length > 30]).toEqual([true, true]);
    for (const role of [...ROLES, null]) {
      const here = role === null ? null : cookieHeader(sessions[role]);
      const own = role === null ? null : cookieHeader(await signInAs(there, role));
      // The interface never passes the proxy, so the role with all permissions and nobody are enough.
      const addresses = role === null || role === "admin" ? [...pages, ...routes] : pages;
      await Promise.all(
        addresses.map(async ({ path }) => {
          const { text: _, ...usual } = await ask(stack.url, path, here);
          const { text, ...without } = await ask(bare.url, path, own);
          expect(without, `${path} as ${role}`).toEqual(usual);
          if (role === null) expect([307, 401], path).toContain(without.status);
          if (role !== "admin") expect(text.includes(admin), `${path} as ${role}`).toBe(false);
        }),
      );
    }
    // A browser runs and loads nothing of a page that did not pass the proxy.
    const page = await fetch(`${bare.url}/sign-in`);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  } finally {
    await bare.stop();
  }
});
