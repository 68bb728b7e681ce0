const SHARED_COMPONENTS = [
  "#components/ui",
  "#components/time",
  "#components/money",
  "#components/orderSummary",
  "#components/charts",
  "#components/shell",
];
const SHARED_SERVER = [
  "#lib",
  "#server/context",
  "#server/db",
  "#server/serviceClient",
  "#server/serviceLimits",
  "#server/audit",
];
const VERBS = [
  "#server/audit",
  "#server/auth",
  "#server/catalog",
  "#server/claims",
  "#server/codes",
  "#server/context",
  "#server/health",
  "#server/notices",
  "#server/orders",
  "#server/overview",
  "#server/reports",
  "#server/restock",
  "#server/serviceLimits",
  "#server/settings",
  "#server/statements",
  "#server/team",
  "#server/wallet",
];
const REACT = ["react", "next", "lucide", "@tanstack/react-query"];
const VIRTUAL_ROWS = "@tanstack/react-virtual";
const NODE = ["node:", "server-only", "zod"];
const DATABASE = ["drizzle-orm", ...NODE];

/**
 * Which folder may import what (docs/architecture.md#boundaries). The row with the longest matching path decides; `*` stands for
 * the name of one folder. `#…` is a folder or file of this repository, anything else a package; `*` as an entry allows every
 * package. Files of one row may import each other. Everything that is not listed is an error.
 */
export const BOUNDARIES: Record<string, readonly string[]> = {
  // Routes compose: components, verbs and rules.
  app: [
    "#lib",
    "#components",
    "#server/route",
    "#server/http",
    "#server/context/runningProgram.ts",
    ...VERBS,
    "node:",
    "zod",
    "react-dom",
    ...REACT,
  ],

  "components/ui": ["react", "react-dom", "next", "lucide"],
  "components/time": ["#lib", "#components/ui", ...REACT],
  "components/money": ["#lib", "#components/ui", ...REACT],
  "components/orderSummary": ["#lib", "#components/ui", "#components/time", "#components/money", ...REACT],
  "components/charts": ["#components/ui", "react", "uplot"],
  "components/form": ["#lib", "#components/ui", "react", "react-hook-form", "lucide"],
  "components/shell": [
    "#lib",
    "#components/ui",
    "#components/time",
    "#components/money",
    "#components/form",
    ...REACT,
  ],
  "components/orders": [
    "#lib",
    ...SHARED_COMPONENTS,
    "#components/form",
    "react-hook-form",
    "zod",
    VIRTUAL_ROWS,
    ...REACT,
  ],
  "components/codes": [
    "#lib",
    ...SHARED_COMPONENTS,
    "#components/form",
    VIRTUAL_ROWS,
    "uqr",
    "jsbarcode",
    "@zip.js/zip.js",
    "zod",
    "react-dom",
    ...REACT,
  ],
  "components/settings": [
    "#lib",
    ...SHARED_COMPONENTS,
    "#components/form",
    "react-hook-form",
    "uqr",
    "zod",
    ...REACT,
  ],
  // A feature imports shared components and no other feature.
  // Its rows act on orders as their own pages do.
  "components/overview": ["#lib", ...SHARED_COMPONENTS, "#components/orders/order", ...REACT],
  "components/*": ["#lib", ...SHARED_COMPONENTS, "#components/form", "react-hook-form", "zod", ...REACT],

  // Plain TypeScript that runs anywhere, from the lowest to the highest.
  "lib/contracts": ["zod"],
  "lib/money": ["#lib/contracts", "#lib/text"],
  "lib/time": ["#lib/contracts", "#lib/text"],
  "lib/members": ["#lib/contracts"],
  "lib/audit": ["#lib/contracts", "#lib/json", "#lib/money", "#lib/orders", "#lib/text", "#lib/time"],
  "lib/notices": [
    "#lib/contracts",
    "#lib/members",
    "#lib/catalog",
    "#lib/time",
    "#lib/text",
    "#lib/paths.ts",
  ],
  "lib/statements": ["#lib/contracts", "#lib/money", "#lib/files", "#lib/orders"],
  "lib/files": ["#lib/text", "@zip.js/zip.js"],
  "lib/codes": ["#lib/contracts", "#lib/text"],
  "lib/codes/export": ["#lib/contracts", "#lib/codes", "#lib/files"],
  "lib/reports": ["#lib/contracts", "#lib/files", "#lib/money", "#lib/orders", "#lib/time"],
  "lib/claims": ["#lib/contracts", "#lib/codes", "#lib/files", "#lib/money", "#lib/text", "#lib/time"],
  "lib/restock": ["#lib/contracts", "#lib/money", "#lib/text"],
  "lib/catalog": ["#lib/contracts", "#lib/money", "#lib/time", "#lib/text"],
  "lib/catalog/export": ["#lib/contracts", "#lib/money", "#lib/catalog", "#lib/files", "papaparse"],
  "lib/orders": ["#lib/contracts", "#lib/money", "#lib/time", "#lib/members", "#lib/catalog", "#lib/text"],
  "lib/orders/import": [
    "#lib/contracts",
    "#lib/money",
    "#lib/time",
    "#lib/catalog",
    "#lib/orders",
    "#lib/text",
    "papaparse",
    "saxes",
    "@zip.js/zip.js",
    "#lib/files",
  ],
  "lib/orders/export": ["#lib/contracts", "#lib/money", "#lib/orders", "#lib/files", "papaparse"],
  lib: ["#lib/contracts", "#lib/catalog", "#lib/orders"],
  "lib/queries": ["#lib", "@tanstack/react-query", "@simplewebauthn/browser"],

  // The foundations of the server. The service's client and the database do not import each other.
  "server/config": ["#lib", ...NODE],
  "server/db": ["#lib", "#server/config", "pg", "drizzle-kit", ...DATABASE],
  "server/serviceClient": ["#lib", "#server/config", "undici", ...NODE],
  "server/mail": ["#lib", "#server/config", "nodemailer", ...NODE],
  "server/context": ["#lib", "#server/db", "#server/serviceClient", "#server/mail", "pino", ...DATABASE],
  "server/serviceLimits": ["#lib", "#server/context", "#server/db", "#server/serviceClient", ...DATABASE],
  "server/tracing": ["#lib", "#server/config", "#server/context", "#server/serviceClient", ...NODE],
  "server/audit": ["#lib", "#server/context", "#server/db", ...DATABASE],
  // Verbs, a folder for each noun; a noun that builds on others has a row of its own.
  "server/*": [...SHARED_SERVER, ...DATABASE],
  "server/team": [...SHARED_SERVER, "#server/auth", ...DATABASE],
  "server/orders": [...SHARED_SERVER, "#server/catalog", ...DATABASE],
  "server/codes": [...SHARED_SERVER, "#server/orders", "#server/catalog", "@zip.js/zip.js", ...DATABASE],
  "server/restock": [...SHARED_SERVER, "#server/orders", "#server/catalog", "#server/codes", ...DATABASE],
  "server/claims": [
    ...SHARED_SERVER,
    "#server/orders",
    "#server/catalog",
    "#server/codes",
    "#server/wallet",
    ...DATABASE,
  ],
  "server/wallet": [...SHARED_SERVER, "#server/catalog", ...DATABASE],
  "server/statements": [...SHARED_SERVER, "#server/wallet", ...DATABASE],
  "server/reports": [
    ...SHARED_SERVER,
    "#server/orders",
    "#server/catalog",
    "#server/claims",
    "#server/codes",
    "#server/statements",
    ...DATABASE,
  ],
  "server/settings": [...SHARED_SERVER, "#server/config", "#server/catalog", ...DATABASE],
  "server/notices": [...SHARED_SERVER, "undici", ...DATABASE],
  "server/http": ["#lib", "#server/config", "#server/context", "next", "compression", ...NODE],
  "server/auth": [
    ...SHARED_SERVER,
    "#server/config",
    "#server/http",
    "next",
    // `cache`: the member is determined once for each request.
    "react",
    "next-auth",
    "jose",
    "@node-rs/argon2",
    "@simplewebauthn/server",
    ...DATABASE,
  ],
  "server/route": ["#lib", "#server/context", "#server/http", "#server/auth", ...NODE],
  "server/jobs": [
    ...SHARED_SERVER,
    "#server/orders",
    "#server/catalog",
    "#server/codes",
    "#server/notices",
    "#server/overview",
    "#server/reports",
    "#server/restock",
    "#server/wallet",
    "pg-boss",
    ...DATABASE,
  ],
  "server/health": [...SHARED_SERVER, "#server/config", "#server/startup", "pg", "prom-client", ...DATABASE],
  // The only place that puts a program together, and what starts and stops with the process.
  "server/program.ts": [...SHARED_SERVER, "#server/config", "#server/mail", ...DATABASE],
  // The dashboard's process, and what Next calls in it.
  "server/main.mjs": ["next"],
  "server/startup": ["#lib", "#server", "next", ...NODE],

  // A separate program, imported only by what starts or tests it.
  sandbox: ["#lib/contracts", "hono", "@hono/node-server", ...NODE],

  "scripts/tools": ["#lib", "#server", "*"],
  "scripts/launch": ["#lib", "#server", "#sandbox/catalog", "#scripts/tools", "*"],
  "scripts/build": ["#lib", "#server", "#scripts/launch", "#scripts/tools", "*"],
  "scripts/demo": ["#lib", "#server", "#sandbox/catalog", "#scripts/launch", "#scripts/tools", "*"],
  "scripts/testStack": [
    "#lib",
    "#server",
    "#scripts/build",
    "#scripts/demo",
    "#scripts/launch",
    "#scripts/tools",
    "*",
  ],
  // The suite uses the service only over HTTP, and reads its answers with the dashboard's readers.
  "scripts/conformance": ["#lib", "#server/serviceClient", "#sandbox/catalog", ...NODE],
  "scripts/checks": ["#lib", "#server/config", "#scripts/launch/builds", "#scripts/tools", "*"],
  scripts: ["#lib", "#server", "#sandbox", "*"],
  tests: ["#app", "#components", "#lib", "#server", "#sandbox", "#scripts", "*"],
  e2e: ["#lib", "#sandbox", "#scripts", "#tests/support", "*"],
  // instrumentation.ts, instrumentation-client.ts and the configuration files of the tools.
  ".": ["#components/shell/translation", "#lib", "#server", "#scripts", "*"],
};

/** Folders of which only these files may be imported from outside (tests/ may import all). */
export const INTERFACES: Record<string, readonly string[]> = {
  "server/catalog/search": ["searchEngine.ts", "engineCache.ts"],
};

/** What test files may import beside what their folder may. */
export const TEST_PACKAGES = ["vitest", "fast-check", "rrule-temporal", "react-dom", "node:"];
