import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { z } from "zod";
import { ROLES } from "#lib/contracts/team/role.ts";
import { callControl, type Control } from "#scripts/launch/sandbox/sandboxControl.ts";

const readySchema = z.object({
  /** The address of the dashboard. */
  url: z.url(),
  /** The sandbox's base address, ending in /v2. */
  sandboxUrl: z.url(),
  sandboxKey: z.string(),
  databaseUrl: z.string(),
  metricsToken: z.string(),
  /** The directory of the build that it runs. */
  build: z.string(),
  /** The directory with the logs of the programs. */
  logs: z.string(),
  members: z.array(z.object({ email: z.string(), role: z.enum(ROLES), password: z.string() })),
});

export type TestStack = z.infer<typeof readySchema> & {
  /** Calls the sandbox's control interface; returns its JSON. */
  control: Control;
  stop(): Promise<void>;
};

/**
 * Starts scripts/testStack/testStack.ts and waits until its dashboard is ready. In the sandbox, an order takes `fulfilmentMs`
 * besides the time for each code (default: as usual), and `latencyMs` is added to every answer; `variables` are further
 * configuration of the dashboard; with `demo` it behaves like the demo; with `tightHeap` it uses little more memory than it needs.
 */
export async function startTestStack(
  options: {
    products?: number;
    latencyMs?: number;
    fulfilmentMs?: number;
    variables?: Record<string, string>;
    demo?: boolean;
    tightHeap?: boolean;
  } = {},
): Promise<TestStack> {
  const { products = 2_400, latencyMs = 0, fulfilmentMs, variables = {} } = options;
  const { demo = false, tightHeap = false } = options;
  const child = spawn(
    process.execPath,
    [
      "--conditions=react-server",
      "scripts/testStack/testStack.ts",
      "--products",
      String(products),
      "--latency",
      String(latencyMs),
      ...(fulfilmentMs === undefined ? [] : ["--fulfilment", String(fulfilmentMs)]),
      "--variables",
      JSON.stringify(variables),
      ...(demo ? ["--demo"] : []),
      ...(tightHeap ? ["--tight-heap"] : []),
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const started = readySchema.parse(JSON.parse(line));
    return {
      ...started,
      control: (...call) => callControl(started.sandboxUrl, ...call),
      stop: async () => {
        child.kill("SIGTERM");
        await gone;
      },
    };
  }
  throw new Error("The test stack did not start: see above.");
}
