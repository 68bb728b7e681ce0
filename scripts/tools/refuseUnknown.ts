import { StartupError } from "#server/config/startupError.ts";

/**
 * Refuses the arguments that a command does not know: ignored, a mistyped one would pass for a setting.
 * @param usage which arguments there are
 * @throws StartupError that names the first unknown one
 */
export function refuseUnknown(args: readonly string[], usage: string, known: readonly string[] = []): void {
  const unknown = args.find((each) => !known.includes(each));
  if (unknown !== undefined) throw new StartupError(`There is no argument "${unknown}". Usage: ${usage}`);
}

/** The usage of a command without arguments that listens on a port. */
export function usageWithPort(command: string): string {
  return `${command}; the port and other settings are environment variables: \`PORT=8080 ${command}\` (docs/operations.md).`;
}
