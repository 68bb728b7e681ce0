import { PERMISSIONS } from "#lib/contracts/team/permission.ts";
import { ROLES } from "#lib/contracts/team/role.ts";
import { grantsOf } from "#lib/members/roles.ts";
import { cookieHeader } from "#scripts/browser/session.ts";
import { expect, test } from "#e2e/fixtures/test.ts";
import { deskPages, readRoutes } from "#e2e/support/routesOfSources.ts";

test("each page is shown to the roles with its permission and refused to the others, and to nobody without a session", async ({
  stack,
  sessions,
}) => {
  const admin = stack.members.find(({ role }) => role === "admin")?.email ?? "";
  const pages = deskPages();
  expect(pages.length).toBeGreaterThan(10);
  for (const role of [...ROLES, null]) {
    const grants: readonly string[] = role === null ? [] : grantsOf({ role });
    const headers = new Headers(role === null ? {} : { cookie: cookieHeader(sessions[role]) });
    for (const { path, permission } of pages) {
      if (permission !== null) expect(PERMISSIONS).toContain(permission);
      const answer = await fetch(`${stack.url}${path}`, { redirect: "manual", headers });
      const isHeld = permission === null || grants.includes(permission);
      expect([path, role, answer.status]).toEqual([path, role, role === null ? 307 : isHeld ? 200 : 403]);
      const text = await answer.text();
      if (role === null) expect(answer.headers.get("location"), path).toMatch(/^\/sign-in/);
      if (role !== "admin") expect(text.includes(admin), `${path} as ${role}`).toBe(false);
    }
  }
});

test("no route of the interface answers whoever has no session", async ({ stack }) => {
  const routes = readRoutes();
  expect(routes.length).toBeGreaterThan(30);
  for (const { path } of routes) {
    const answer = await fetch(`${stack.url}${path}`, { redirect: "manual" });
    expect([path, answer.status]).toEqual([path, 401]);
  }
});
