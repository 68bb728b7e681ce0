import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import { PROGRAM_OF_BUILD } from "#scripts/launch/builds/findBuild.ts";
import { runProgram } from "#scripts/tools/runTool.ts";
import { childEnvironment } from "#server/config/env.ts";

/** One instance of the built dashboard, as a process that can be killed. */
export type Dashboard = {
  child: ChildProcess;
  origin: string;
  /** Ready to take requests. */
  ready: Promise<void>;
  isReady(): boolean;
};

/** The directory of the built dashboard; built here when the sources have changed since. */
export async function builtDashboard(): Promise<string> {
  const { output } = await runProgram(process.execPath, ["--conditions=react-server", "scripts/build.ts"]);
  const place = /^The dashboard is built: (.*)$/m.exec(output)?.[1];
  if (place === undefined) throw new Error(`The dashboard could not be built:\n${output}`);
  return place;
}

/** Builds of earlier versions have the server that Next made. */
function programOf(build: string): string {
  return existsSync(join(build, PROGRAM_OF_BUILD)) ? PROGRAM_OF_BUILD : "server.js";
}

/** `logged` receives what the instance logs, line by line. */
export function startDashboard(
  build: string,
  port: number,
  variables: Record<string, string>,
  logged: (line: string) => void = () => undefined,
): Dashboard {
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [programOf(build)], {
    cwd: build,
    env: childEnvironment(
      {
        NODE_ENV: "production",
        HOSTNAME: "127.0.0.1",
        PORT: String(port),
        STOP_WITH_PARENT: "1",
        ...variables,
      },
      { withoutConfiguration: true },
    ),
    stdio: ["ignore", "pipe", "inherit"],
  });
  createInterface(child.stdout).on("line", logged);
  let isReady = false;
  const ready = (async () => {
    while (child.exitCode === null && child.signalCode === null) {
      const status = await fetch(`${origin}/api/health/ready`).then(
        (answer) => answer.status,
        () => null,
      );
      if (status === 200) {
        isReady = true;
        return;
      }
      await pause(50);
    }
  })();
  return { child, origin, ready, isReady: () => isReady };
}

const toldSchema = z.object({ state: z.string() });
const problemSchema = z.object({ type: z.string(), detail: z.string().optional() });

/** Confirms an order as the review page does. Null: the instance died before it answered. */
export async function confirmAt(
  { origin }: Dashboard,
  cookie: string,
  order: PlaceOrderRequest,
): Promise<string | null> {
  try {
    const answer = await fetch(`${origin}/api/orders`, {
      method: "POST",
      headers: { cookie, origin, "content-type": "application/json", "x-codedesk-environment": "sandbox" },
      body: JSON.stringify(order),
    });
    const body: unknown = await answer.json();
    if (answer.status === 202) return toldSchema.parse(body).state;
    const { type, detail = "" } = problemSchema.parse(body);
    return answer.status === 500 ? `broken: ${detail}` : type;
  } catch (error) {
    // Only a connection that ended is what a kill looks like.
    if (error instanceof TypeError) return null;
    return `broken: ${String(error)}`;
  }
}
