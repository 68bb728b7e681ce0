import { readdirSync } from "node:fs";
import type { RouteHandler } from "#server/route/route.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** One method of one address of the interface; `path` has the names of its parameters in brackets. */
export type Route = { method: (typeof METHODS)[number]; path: string; handler: RouteHandler };

/** Every declared route of the interface, as Next finds them. Those of sign-in, health, metrics and unknown addresses are not declarations. */
export async function allRoutes(): Promise<Route[]> {
  const files = readdirSync("app/api", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("route.ts") && !/^(?:auth|health|metrics|\[\[)/.test(file))
    .toSorted((a, b) => a.localeCompare(b));
  const found = await Promise.all(
    files.map(async (file) => {
      const handlers: Partial<Record<string, RouteHandler>> = await import(
        /* @vite-ignore */ `../../app/api/${file}`
      );
      return METHODS.flatMap((method) => {
        const handler = handlers[method];
        const path = `/api/${file.replace("/route.ts", "")}`;
        return handler === undefined ? [] : [{ method, path, handler }];
      });
    }),
  );
  return found.flat();
}

/** A value for each parameter in the address. */
export function paramsOf({ path }: Route, value: (name: string) => string): Record<string, string> {
  return Object.fromEntries([...path.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => [name, value(name)]));
}
