import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { z } from "zod";

const ready = z.object({
  /** Where the dashboard is reached. */
  url: z.url(),
  /** The sandbox's base address, ending in /v2. */
  sandboxUrl: z.url(),
  sandboxKey: z.string(),
  databaseUrl: z.string(),
  metricsToken: z.string(),
  /** The directory with what the programs logged. */
  logs: z.string(),
  members: z.array(
    z.object({ email: z.string(), role: z.enum(["admin", "buyer", "support"]), password: z.string() }),
  ),
});

export type Desk = z.infer<typeof ready> & {
  /** Calls the sandbox's control interface; answers its JSON. */
  control(method: "GET" | "POST" | "DELETE", route: string, body?: unknown): Promise<unknown>;
  stop(): Promise<void>;
};

/** Starts scripts/stack/testStack.ts and waits until its dashboard is ready. `latencyMs`: how long the sandbox takes to answer. */
export async function startTestStack(options: { products?: number; latencyMs?: number } = {}): Promise<Desk> {
  const { products = 2_400, latencyMs = 0 } = options;
  const child = spawn(
    process.execPath,
    [
      "--conditions=react-server",
      "scripts/stack/testStack.ts",
      "--products",
      String(products),
      "--latency",
      String(latencyMs),
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const facts = ready.parse(JSON.parse(line));
    return {
      ...facts,
      control: (method, route, body) => control(facts.sandboxUrl, method, route, body),
      stop: async () => {
        child.kill("SIGTERM");
        await gone;
      },
    };
  }
  throw new Error("The desk for the tests did not come up: see above.");
}

async function control(sandboxUrl: string, method: string, route: string, body: unknown): Promise<unknown> {
  const sent =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const answer = await fetch(new URL(`/control/${route}`, sandboxUrl), { method, ...sent });
  if (!answer.ok) throw new Error(`control ${route} answered ${answer.status}: ${await answer.text()}`);
  const value: unknown = await answer.json();
  return value;
}
