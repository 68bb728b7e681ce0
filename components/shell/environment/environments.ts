import type { Environment } from "#lib/contracts/environment.ts";

/** What an environment is called and what it means. */
export const ENVIRONMENT_WORDS: Record<Environment, { name: string; meaning: string }> = {
  sandbox: { name: "Sandbox", meaning: "Sandbox: the wallet is never charged" },
  production: { name: "Live", meaning: "Orders are real and charge the wallet" },
};
