import "server-only";
import type { Environment } from "#lib/contracts/environment.ts";

/** The prefix of each environment's keys. */
export const KEY_PREFIXES: Record<Environment, string> = { sandbox: "svc_test_", production: "svc_live_" };

/**
 * What is wrong with a key for an environment, in words that never repeat the key; null if it may be used. Each environment has
 * its own prefix (docs/service-interface.md §5), so a key is never sent to the other one's address.
 */
export function keyProblem(environment: Environment, key: string): string | null {
  const prefix = KEY_PREFIXES[environment];
  const other = environment === "sandbox" ? "production" : "sandbox";
  if (key === "") return `the ${environment} key is empty`;
  if (key.startsWith(KEY_PREFIXES[other])) {
    return `a ${other} key (${KEY_PREFIXES[other]}…) was given for ${environment}, which takes ${prefix}… keys only`;
  }
  if (!key.startsWith(prefix)) return `the ${environment} key must begin with ${prefix}`;
  if (key.length === prefix.length) return `the ${environment} key ends after its prefix ${prefix}`;
  if (!/^[\x21-\x7e]+$/.test(key)) {
    return `the ${environment} key holds a space, a line break or another character that a header cannot carry`;
  }
  return null;
}
