import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { z } from "zod";
import { freePort } from "#scripts/launch/processes/freePort.ts";
import { collectOutput, runConfined, spawnConfined, type Confined } from "./confine.ts";
import type { Dockerfile } from "./dockerfile.ts";

export type RunningProgram = {
  origin: string;
  /** All that it has written so far. */
  output(): string;
  /** Sends SIGTERM, as a container is stopped; returns the exit code. */
  stop(): Promise<number | null>;
  kill(): void;
};

/** Starts a program of a deployment, and waits until its output matches; the first group is its address. */
export async function startProgram(
  confined: Confined,
  command: readonly string[],
  ready: RegExp,
  origin?: string,
): Promise<RunningProgram> {
  const child = spawnConfined(confined, command);
  const output = collectOutput(child);
  const gone = new Promise<number | null>((resolve, reject) => {
    child.once("close", resolve).once("error", reject);
  });
  let code: number | null | undefined;
  void gone.then((each) => (code = each));
  while (!ready.test(output())) {
    if (code !== undefined) throw new Error(`${command.join(" ")} has ended (${code}):\n${output()}`);
    await pause(50);
  }
  return {
    origin: origin ?? new URL(ready.exec(output())?.[1] ?? "").origin,
    output,
    stop: () => {
      child.kill("SIGTERM");
      return gone;
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

/** Starts a dashboard by the image's own command, on a free port. */
export async function startDashboard(confined: Confined, dockerfile: Dockerfile): Promise<RunningProgram> {
  const port = await freePort();
  const variables = { ...dockerfile.variables, ...confined.variables, PORT: String(port) };
  const origin = `http://127.0.0.1:${port}`;
  return startProgram({ ...confined, variables }, dockerfile.command, /^Codedesk is ready/m, origin);
}

/** The secrets that every instance of a deployment has. */
export function makeSecrets() {
  return {
    NEXTAUTH_SECRET: randomBytes(32).toString("base64"),
    CODES_FINGERPRINT_KEY: randomBytes(32).toString("base64"),
  };
}

/** Adds a member with a password of their own. */
export async function addMember(confined: Confined, dockerfile: Dockerfile, email: string, role: string) {
  const password = randomBytes(18).toString("base64url");
  const command = [...programOf(dockerfile, "member"), "add", email, "--role", role, "--password-stdin"];
  const { code, output } = await runConfined(confined, command, password);
  expect({ code, output }).toEqual({ code: 0, output: `${email} was added (${role}).\n` });
  return password;
}

/** How another command of the image is run: its entry point with another program. */
export function programOf({ command }: Dockerfile, name: string): string[] {
  return [...command.slice(0, -1), `scripts/${name}.ts`];
}

const placedSchema = z.object({ externalOrderCode: z.string(), state: z.string() });
const codesSchema = z.object({
  total: z.int(),
  items: z.array(z.object({ fields: z.record(z.string(), z.string()) })),
});

/** What a signed-in buyer does over HTTP. */
export function buyer(origin: string, cookie: string) {
  const headers = { cookie, origin, "content-type": "application/json", "x-codedesk-environment": "sandbox" };
  const call = (path: string, body?: object) =>
    fetch(new URL(path, origin), {
      headers,
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
  const read = async (reference: string) =>
    placedSchema.parse(await (await call(`/api/orders/${reference}`)).json());
  return {
    place: async (productId: number, quantity: number, confirmationId = randomUUID()) => {
      const lines = [{ productId, quantity }];
      const answer = await call("/api/orders", { currency: "EUR", lines, confirmationId });
      expect(answer.status).toBe(202);
      return placedSchema.parse(await answer.json());
    },
    state: async (reference: string) => (await read(reference)).state,
    reveal: async (reference: string) =>
      codesSchema.parse(await (await call(`/api/orders/${reference}/codes`, {})).json()),
    answerWithCodes: (reference: string) => call(`/api/orders/${reference}/codes`, {}),
    list: async () =>
      z.object({ items: z.array(placedSchema) }).parse(await (await call("/api/orders")).json()).items,
  };
}
