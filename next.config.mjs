/** What every answer carries, also files and errors. Those that depend on the request are set in proxy.ts. */
const everywhere = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Permitted-Cross-Domain-Policies": "none",
};

/** What every answer of the interface under /api carries besides: data is never a page, and nobody stores it. */
const api = {
  "Content-Security-Policy":
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "Cache-Control": "no-store",
};

/** Files of public/ are the same for everybody: browsers need not ask for them with every page. */
const files = { "Cache-Control": "public, max-age=86400" };

/** @param {Record<string, string>} headers */
const listed = (headers) => Object.entries(headers).map(([key, value]) => ({ key, value }));

/** @type {import("next").NextConfig} */
const config = {
  output: "standalone",
  poweredByHeader: false,
  reactStrictMode: true,
  // Node resolves these itself: they read files or open sockets beside their own code.
  serverExternalPackages: ["pg", "pg-boss", "pino", "undici", "@node-rs/argon2"],
  // A lockfile in a directory above must not move the root.
  outputFileTracingRoot: import.meta.dirname,
  turbopack: { root: import.meta.dirname },
  outputFileTracingIncludes: { "/**": ["./server/db/migrations/**"] },
  outputFileTracingExcludes: { "/**": ["./.build/**", "./.data/**", "./node_modules/node-linux-*/**"] },
  // Types are checked by `npm run check`, in a tenth of the time.
  typescript: { ignoreBuildErrors: true },
  // Every page depends on the session, so nothing is worth an image optimiser or static export.
  images: { unoptimized: true },
  // `forbidden()`: a member without the permission gets app/forbidden.tsx and a 403.
  // `staleTimes`: pages only seed what their queries then keep fresh, so a page seen a minute ago is shown at once.
  experimental: { authInterrupts: true, staleTimes: { dynamic: 60 } },
  headers: () => [
    { source: "/:path*", headers: listed(everywhere) },
    { source: "/api/:path*", headers: listed(api) },
    { source: "/:file(icons/.+|manifest\\.webmanifest|robots\\.txt)", headers: listed(files) },
  ],
};

export default config;
