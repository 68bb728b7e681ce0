import { readdirSync, readFileSync } from "node:fs";

/** An address of the program as declared in its sources; `permission` is null if being signed in is enough. */
export type DeclaredAddress = { path: string; permission: string | null };

/** The pages of the desk without parameters, each with the permission that it asks for. */
export function deskPages(): DeclaredAddress[] {
  return sources("app/(desk)", "page.tsx").map(({ path, text }) => ({
    path: path === "" ? "/" : path,
    permission: /requireViewer\("([\w.]+)"\)/.exec(text)?.[1] ?? null,
  }));
}

/** The routes of the interface that are read without parameters, each with the permission of its declaration. */
export function readRoutes(): DeclaredAddress[] {
  return sources("app/api", "route.ts").flatMap(({ path, text }) => {
    const found = /export const GET = route\(\{\s*permission: (?:"([\w.]+)"|null)/.exec(text);
    return found === null ? [] : [{ path: `/api${path}`, permission: found[1] ?? null }];
  });
}

function sources(folder: string, name: string): { path: string; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(name) && !file.includes("["))
    .map((file) => ({
      path: file === name ? "" : `/${file.slice(0, -name.length - 1)}`,
      text: readFileSync(`${folder}/${file}`, "utf8"),
    }));
}
