import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { createServer } from "node:net";
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

/** Why nothing could listen on the port of this address; null: it is free. */
export function tryListen(port: number, host: string): Promise<Error | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", resolve);
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(null)));
  });
}
