/** @type {import("next").NextConfig} */
const config = {
  output: "standalone",
  poweredByHeader: false,
  reactStrictMode: true,
  // Node resolves these itself: they read files or open sockets beside their own code.
  serverExternalPackages: ["pg", "pg-boss", "pino", "undici", "@node-rs/argon2"],
  outputFileTracingIncludes: { "/**": ["./server/db/migrations/**"] },
  // Every page depends on the session, so nothing is worth an image optimiser or static export.
  images: { unoptimized: true },
};

export default config;
