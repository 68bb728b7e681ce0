/** Additional headers of every answer under /api: data is never stored. Those of every answer are in server/http/fixedHeaders.ts. */
const api = { "Cache-Control": "no-store" };

/** Files of public/ are the same for everybody, so browsers may keep them. */
const files = { "Cache-Control": "public, max-age=86400" };

/** @param {Record<string, string>} headers */
const listed = (headers) => Object.entries(headers).map(([key, value]) => ({ key, value }));

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // `page.dev.tsx` is a page only under `npm run dev`: a build does not know the file.
  // oxlint-disable-next-line node/no-process-env -- Next reads this file before there is a program.
  pageExtensions: process.env.NODE_ENV === "development" ? ["dev.tsx", "tsx", "ts"] : ["tsx", "ts"],
  // Done by server/http/pipeline.ts, which has to see a page before it is compressed.
  compress: false,
  // Not bundled: those that read files beside their own code or open sockets, and the two that every route would have a copy of.
  serverExternalPackages: ["zod", "drizzle-orm", "pg", "pg-boss", "pino", "undici", "@node-rs/argon2"],
  // Without it, a lockfile in a parent directory would become the root.
  outputFileTracingRoot: import.meta.dirname,
  turbopack: { root: import.meta.dirname },
  // `npm run check` checks the types in a tenth of the time.
  typescript: { ignoreBuildErrors: true },
  // Every page depends on the session, so neither the image optimiser nor static export is of use.
  images: { unoptimized: true },
  // `forbidden()`: a member without the permission gets app/forbidden.tsx and a 403.
  // `staleTimes`: pages only seed the queries, which then keep themselves fresh, so a page seen a minute ago is shown at once,
  // and so is one that was loaded a minute ago because the pointer was on a link to it.
  // `turbopackChunking`: a page loads its own script and one for the frame, not a dozen that it shares with some pages. One request
  // costs a first visit more than shared lines that come twice.
  // `preloadEntriesOnStart`: a page or route is loaded when it is first asked for. All of them at the start would be 90 MB more at rest.
  experimental: {
    preloadEntriesOnStart: false,
    // Nothing reads the cache of a checkout that is built once, and writing it takes a seventh of the build's processor time.
    // oxlint-disable-next-line node/no-process-env -- Next reads this file before there is a program.
    turbopackFileSystemCacheForBuild: process.env.CI === undefined,
    // They took a tenth of the build's time, and nobody reads them.
    turbopackSourceMaps: false,
    authInterrupts: true,
    staleTimes: { dynamic: 60, static: 60 },
    turbopackChunking: {
      firstPageLoadPriority: 0.9,
      requestCost: 1_000_000,
      minChunkSize: 400_000,
      maxMergeChunkSize: 3_000_000,
      maxChunkCountPerGroup: 4,
    },
  },
  headers: () => [
    { source: "/api/:path*", headers: listed(api) },
    // Compressed beside text that others chose, an answer's length would tell of its secrets: `no-transform` prevents that. It is
    // set here, because a header that is set here wins over the route's own.
    {
      source: "/api/orders/:reference/:secrets(codes|export)",
      headers: listed({ "Cache-Control": "no-store, no-transform" }),
    },
    {
      source: "/api/codes/hand-outs/:path*",
      headers: listed({ "Cache-Control": "no-store, no-transform" }),
    },
    { source: "/:file(icons/.+|favicon\\.ico|manifest\\.webmanifest|robots\\.txt)", headers: listed(files) },
  ],
};

export default config;
