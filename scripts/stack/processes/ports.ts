import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { StartupError } from "#server/config/startupError.ts";
import { isCode } from "#scripts/tools/isCode.ts";

/** Below the ports that systems give to outgoing connections: one of those could take a port before a program listens on it. */
const FIRST = 20_000;
const PORTS = 12_000;

/** Returns a port that is free right now on loopback. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + randomInt(PORTS);
    const error = await tryListen(port, "127.0.0.1");
    if (error === null) return port;
    if (!isCode(error, "EADDRINUSE")) throw error;
  }
}

/**
 * Checks that the dashboard can listen on the port.
 * @throws StartupError that says why not, and what to set
 */
export async function requireFreePort(port: number, host: string): Promise<void> {
  // A browser resolves `localhost` to both: with another program on ::1, it would reach that one.
  const hosts = host === "127.0.0.1" ? [host, "::1"] : [host];
  for (const each of hosts) {
    const error = await tryListen(port, each);
    if (error === null || (each === "::1" && !isCode(error, "EADDRINUSE"))) continue;
    if (isCode(error, "EADDRINUSE")) {
      throw new StartupError(
        `Port ${port} is in use by another program: stop it, or set PORT to another number.`,
      );
    }
    if (isCode(error, "EACCES")) {
      throw new StartupError(`This account may not listen on port ${port}: set PORT to a number above 1023.`);
    }
    throw new StartupError(
      `The dashboard cannot listen on ${each}, port ${port} (${error.message}): set HOST to an address of this machine, or leave it out.`,
    );
  }
}

function tryListen(port: number, host: string): Promise<Error | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", resolve);
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(null)));
  });
}
