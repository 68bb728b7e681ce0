/** The parts of packages that their own documentation has others import. Everything else inside a package may change with any version. */
const DOCUMENTED: Readonly<Record<string, readonly string[]>> = {
  "@hono/node-server": ["serve-static", "utils/response"],
  "@zip.js/zip.js": ["lib/zip-core-native.js"],
  "drizzle-orm": ["node-postgres", "node-postgres/migrator", "pg-core"],
  next: ["headers", "link", "navigation", "server"],
  "next-auth": ["jwt", "providers/credentials", "providers/oauth"],
  "react-dom": ["server"],
  vitest: ["config", "node"],
  zod: ["mini"],
};

/** What is imported although no documentation names it, by file, and why there is no other way. */
export const UNDOCUMENTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "server/http/refuseRouterState.ts": {
    "next/dist/server/app-render/parse-and-validate-flight-router-state.js":
      "a router state that Next can't read is answered with 500 and a stack in the log, and only Next knows which it can",
  },
  "components/shell/page/KeptPages.tsx": {
    "next/dist/shared/lib/app-router-context.shared-runtime":
      "a layout is given whatever page the router shows, so a page that is kept needs a router of its own (docs/decisions/0024-main-pages-stay-alive.md)",
  },
  "components/orders/order/orderActions.test.tsx": {
    "next/dist/shared/lib/app-router-context.shared-runtime.js":
      "components that navigate can't be rendered without a router, and Next documents none for tests",
  },
};

/** Whether an import names a part of a package that the package does not document. */
export function isUndocumented(file: string, specifier: string): boolean {
  if (/^(#|node:|\.)/.test(specifier)) return false;
  const [name, part] = split(specifier);
  if (part === "" || DOCUMENTED[name]?.includes(part)) return false;
  return UNDOCUMENTED[file]?.[specifier] === undefined;
}

function split(specifier: string): [name: string, part: string] {
  const [first = "", second = "", ...rest] = specifier.split("/");
  return first.startsWith("@")
    ? [`${first}/${second}`, rest.join("/")]
    : [first, [second, ...rest].filter(Boolean).join("/")];
}
