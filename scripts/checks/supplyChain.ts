import { z } from "zod";

/**
 * The oldest versions that may be used: earlier ones have advisories that let strangers bypass authorisation, run code or read
 * sessions. Raised with each advisory that concerns us.
 */
export const LOWEST_VERSIONS: Record<string, string> = {
  // Requests that bypass the proxy, requests to other hosts through an upgrade, poisoned caches: thirteen advisories of May 2026.
  next: "16.2.6",
  // GHSA-7rqj-j65f-68wh: an address that changes when it is normalised.
  "next-auth": "4.24.15",
  // CVE-2026-23870, CVE-2025-55182: denial of service and code execution in server components.
  react: "19.2.6",
  "react-dom": "19.2.6",
};

/** Licences of what is shipped: none requires more than attribution. */
export const SHIPPED_LICENCES = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "0BSD",
  "BSD-3-Clause",
  "Apache-2.0",
  "(MIT OR CC0-1.0)",
  // Data of browsers (caniuse-lite), fonts.
  "CC-BY-4.0",
  "OFL-1.1",
]);
/** Licences of the tools, which are not part of what is shipped. */
export const TOOL_LICENCES = new Set([
  ...SHIPPED_LICENCES,
  "MPL-2.0",
  "BlueOak-1.0.0",
  // Parts of subset-font.
  "Python-2.0",
  "(MIT AND Zlib)",
]);

const entrySchema = z.looseObject({
  version: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  link: z.boolean().optional(),
});
const lockfileSchema = z.looseObject({ packages: z.record(z.string(), entrySchema) });
type Lockfile = z.infer<typeof lockfileSchema>;

export function parseLockfile(text: string): Lockfile {
  return lockfileSchema.parse(JSON.parse(text));
}

/** Installed copies of packages that are older than their oldest allowed version. */
export function listOutdated({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([path, { version = "0.0.0" }]) => {
    const lowest = LOWEST_VERSIONS[path.split("node_modules/").at(-1) ?? ""];
    return path !== "" && lowest !== undefined && isOlder(version, lowest) ? [`${path} ${version}`] : [];
  });
}

/** Packages whose licence is not allowed for their use. */
export function refusedLicences({ packages }: Lockfile): string[] {
  return Object.entries(packages)
    .filter(([path, { link }]) => path !== "" && link !== true)
    .filter(
      ([, { license = "none", dev }]) => !(dev === true ? TOOL_LICENCES : SHIPPED_LICENCES).has(license),
    )
    .map(([path, { license }]) => `${path} ${license ?? "none"}`);
}

function isOlder(version: string, lowest: string): boolean {
  const [have, need] = [version, lowest].map((text) => text.split("-")[0]?.split(".").map(Number) ?? []);
  for (let part = 0; part < 3; part += 1) {
    const difference = (have?.[part] ?? 0) - (need?.[part] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  // A version before the release, such as 16.2.6-canary.1.
  return version.includes("-");
}
