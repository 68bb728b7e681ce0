import type { Environment } from "#lib/contracts/environment.ts";

/** The name of each environment, and what ordering in it means. */
export const ENVIRONMENT_WORDS: Record<Environment, { name: string; meaning: string }> = {
  sandbox: { name: "Sandbox", meaning: "Sandbox: no real money is charged" },
  production: { name: "Production", meaning: "Production: orders are real and charge the wallet" },
};
