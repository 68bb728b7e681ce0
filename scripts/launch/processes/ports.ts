import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { createServer } from "node:net";
import { StartupError } from "#server/config/startupError.ts";
import { isCode } from "#scripts/tools/isCode.ts";

/** Below the ports that systems give to outgoing connections: one of those could take a port before a program listens on it. */
const FIRST = 20_000;
const PORTS = 12_000;

/**
 * Returns a port that is free on loopback, and that no other call returns while this process lives: a program may listen on it
 * seconds later. For tests, `choose` returns the ports to try.
 */
export async function freePort(choose = () => FIRST + randomInt(PORTS)): Promise<number> {
  for (;;) {
    const port = choose();
    if (!(await tryClaim(port))) continue;
    const error = await tryListen(port, "127.0.0.1");
    if (error === null) return port;
    if (!isCode(error, "EADDRINUSE")) throw error;
  }
}

/** Claims a port among the callers of `freePort`, by taking the port of UDP that has its number: the system gives it back. */
function tryClaim(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const claim = createSocket("udp4");
    claim.once("error", (error) => {
      claim.close();
      if (isCode(error, "EADDRINUSE")) resolve(false);
      else reject(error);
    });
    claim.bind({ port, address: "127.0.0.1", exclusive: true }, () => {
      claim.unref();
      resolve(true);
    });
  });
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
