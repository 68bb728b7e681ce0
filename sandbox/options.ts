import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { CATALOGS } from "#sandbox/catalog/names.ts";
import { DIALECTS } from "#sandbox/dialect/names.ts";
import { CHOICES } from "#sandbox/interface/choices.ts";
import { KEY_PREFIX } from "#sandbox/interface/keys.ts";
import { WALLETS } from "#sandbox/orders/wallet.ts";
import type { ServiceOptions } from "#sandbox/state/service.ts";

/** The key that is accepted when none is given: for the demo and for manual tests. */
const DEMO_KEY = "svc_test_demo_0123456789abcdefghijklmnop";

export const USAGE = `Usage: npm run sandbox -- [options]
  --port N          port on loopback (SANDBOX_PORT, else 4010; 0 picks a free one)
  --data-dir DIR    where orders are kept (SANDBOX_DATA_DIR, else .data/sandbox)
  --key KEY         an accepted API key, svc_test_…; may be repeated (SANDBOX_KEYS, comma-separated, else
                    ${DEMO_KEY})
  --products N      ordinary products in the catalog (SANDBOX_PRODUCTS, else 2400)
  --latency MS      answer every call this much later (SANDBOX_LATENCY, else 0)
  --fulfilment MS   how long an order takes, besides the time for each code (SANDBOX_FULFILMENT, else ${CHOICES.fulfilmentMs})
  --dialect NAME    ${DIALECTS.join(", ")} (SANDBOX_DIALECT, else plain)
  --catalog NAME    ${CATALOGS.join(", ")} (SANDBOX_CATALOG, else usual)
  --wallet NAME     ${WALLETS.join(", ")} (SANDBOX_WALLET, else fixed)
  --control         switch the control interface on (SANDBOX_CONTROL=1); for tests only`;

export type StartOptions = ServiceOptions & { port: number };
type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The options that the program was started with; arguments take precedence over environment variables. Null if only the usage is
 * requested. Throws an Error with one clear sentence.
 */
export function readOptions(args: readonly string[], env: Variables): StartOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: "string", default: env.SANDBOX_PORT || "4010" },
      "data-dir": { type: "string", default: env.SANDBOX_DATA_DIR || ".data/sandbox" },
      key: { type: "string", multiple: true },
      products: { type: "string", default: env.SANDBOX_PRODUCTS || "2400" },
      latency: { type: "string", default: env.SANDBOX_LATENCY || "0" },
      fulfilment: { type: "string", default: env.SANDBOX_FULFILMENT || String(CHOICES.fulfilmentMs) },
      dialect: { type: "string", default: env.SANDBOX_DIALECT || "plain" },
      catalog: { type: "string", default: env.SANDBOX_CATALOG || "usual" },
      wallet: { type: "string", default: env.SANDBOX_WALLET || "fixed" },
      control: { type: "boolean", default: env.SANDBOX_CONTROL === "1" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return null;
  return {
    dialect: oneOf("dialect", values.dialect, DIALECTS),
    catalog: oneOf("catalog", values.catalog, CATALOGS),
    wallet: oneOf("wallet", values.wallet, WALLETS),
    dataDir: resolve(values["data-dir"]),
    keys: readKeys(values.key ?? env.SANDBOX_KEYS?.split(",") ?? []),
    products: whole("products", values.products, 1_000_000),
    control: values.control,
    latencyMs: whole("latency", values.latency, 600_000),
    fulfilmentMs: whole("fulfilment", values.fulfilment, 600_000),
    port: whole("port", values.port, 65_535),
  };
}

function readKeys(given: readonly string[]): string[] {
  const keys = given.map((key) => key.trim()).filter((key) => key !== "");
  if (keys.some((key) => !key.startsWith(KEY_PREFIX))) {
    throw new Error(`A sandbox key begins with ${KEY_PREFIX} (docs/service-interface.md §5)`);
  }
  return keys.length === 0 ? [DEMO_KEY] : keys;
}

function oneOf<T extends string>(name: string, text: string, all: readonly T[]): T {
  const found = all.find((each) => each === text);
  if (found === undefined) throw new Error(`--${name} must be one of ${all.join(", ")}`);
  return found;
}

function whole(name: string, text: string, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > most) {
    throw new Error(`--${name} must be a whole number from 0 to ${most}, not "${text}"`);
  }
  return value;
}
