import { request } from "@playwright/test";
import type { BrowserContextOptions } from "@playwright/test";
import type { Role } from "#lib/contracts/team/role.ts";
import type { TestStack } from "#scripts/testStack/startTestStack.ts";

/** The cookies of a browser that has signed in. */
export type StorageState = Exclude<BrowserContextOptions["storageState"], string | undefined>;

/** Signs in the stack's member of this role, over the routes that the sign-in page itself uses. */
export async function signInAs(stack: TestStack, role: Role): Promise<StorageState> {
  const member = stack.members.find((each) => each.role === role);
  if (member === undefined) throw new Error(`there is no ${role}`);
  const api = await request.newContext({ baseURL: stack.url, extraHTTPHeaders: { origin: stack.url } });
  const { csrfToken } = await (await api.get("/api/auth/csrf")).json();
  const { email, password } = member;
  const answer = await api.post("/api/auth/callback/credentials", {
    form: { csrfToken, email, password, json: "true" },
  });
  if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}: ${await answer.text()}`);
  const state = await api.storageState();
  await api.dispose();
  return state;
}

/** The session as a Cookie header, for calls without a browser. */
export function cookieHeader({ cookies }: StorageState): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}
