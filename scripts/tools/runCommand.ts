import { isAppError, type AppError } from "#server/context/errors.ts";
import { isStartupError } from "#server/config/startupError.ts";

/** Runs a command: `main` returns its exit code; an expected error is printed as one sentence, without a stack. */
export async function runCommand(main: (args: string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    const plain = isStartupError(error) ? error.message : isAppError(error) ? sentenceOf(error) : error;
    console.error(plain);
    process.exitCode = 1;
  }
}

/** What to change, for invalid input; otherwise the error's message. */
export function sentenceOf({ message, details }: AppError): string {
  const changes = Object.entries(details.fields ?? {});
  return changes.length === 0 ? message : changes.map(([name, what]) => `${name}: ${what}`).join("; ");
}
