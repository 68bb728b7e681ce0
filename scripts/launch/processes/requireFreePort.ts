import { StartupError } from "#server/config/startupError.ts";
import { isCode } from "#scripts/tools/isCode.ts";
import { tryListen } from "./freePort.ts";

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
