import { createServer } from "node:net";
import { StartupError } from "#server/config/startupError.ts";
import { isCode } from "./processLock.ts";

/** A port that is free right now on loopback. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const bound = probe.address();
      probe.close(() => {
        if (bound === null || typeof bound === "string") reject(new Error("no port"));
        else resolve(bound.port);
      });
    });
  });
}

/** Throws an StartupError when somebody else answers at the port already. */
export async function requireFreePort(port: number, host: string): Promise<void> {
  // `localhost` is both for a browser: a stranger on ::1 would be the one it meets.
  const hosts = host === "127.0.0.1" ? [host, "::1"] : [host];
  for (const each of hosts) {
    const error = await tryListen(port, each);
    if (error === null || (each === "::1" && !isCode(error, "EADDRINUSE"))) continue;
    if (isCode(error, "EADDRINUSE")) {
      throw new StartupError(
        `Port ${port} is taken by another program: stop it, or set PORT to another number.`,
      );
    }
    if (isCode(error, "EACCES")) {
      throw new StartupError(
        `Port ${port} may not be used by this account: set PORT to a number above 1023.`,
      );
    }
    throw new StartupError(`The dashboard cannot listen on ${each}, port ${port} (${error.message}).`);
  }
}

function tryListen(port: number, host: string): Promise<Error | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", resolve);
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(null)));
  });
}
