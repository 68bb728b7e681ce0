import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signIn } from "#tests/support/signIn.ts";
import { startTestStack, type TestStack } from "#scripts/testStack/startTestStack.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

let stack: TestStack;
let cookie: string;
beforeAll(async () => {
  stack = await startTestStack({ products: 50 });
  const admin = stack.members.find(({ role }) => role === "admin");
  cookie = await signIn(stack.url, admin?.email ?? "", admin?.password ?? "");
});
afterAll(() => stack.stop());

/** Each address of the interface with what its file exports; names in brackets stand for themselves. */
async function exportedMethods(): Promise<{ path: string; methods: string[] }[]> {
  const files = readdirSync("app/api", { recursive: true, encoding: "utf8" });
  return Promise.all(
    files
      .filter((file) => file.endsWith("route.ts") && !file.startsWith("[["))
      .map(async (file) => {
        const handlers: object = await import(/* @vite-ignore */ `../../../app/api/${file}`);
        const path = `/api/${file.replace("/route.ts", "").replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, "$1")}`;
        return { path, methods: METHODS.filter((method) => method in handlers) };
      }),
  );
}

describe("a method that an address does not have", () => {
  it("is answered with those that it has, on every route", async () => {
    const routes = await exportedMethods();
    expect(routes.length).toBeGreaterThan(100);
    for (const { path, methods } of routes) {
      const [wrong = ""] = METHODS.filter((method) => !methods.includes(method));
      const answer = await fetch(stack.url + path, { method: wrong, headers: { cookie, origin: stack.url } });
      const expected = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted();
      expect([path, answer.status, answer.headers.get("allow")]).toEqual([path, 405, expected.join(", ")]);
      expect(await answer.json()).toMatchObject({ type: "method-not-allowed" });
    }
  });
});
