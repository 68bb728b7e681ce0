import { isAppError, type AppError } from "#server/context/errors.ts";
import { isStartupError } from "#server/config/startupError.ts";
import { fileTrouble } from "./fileTrouble.ts";

/** Runs a command: `main` returns its exit code; an expected error is printed as one sentence, without a stack. */
export async function runCommand(main: (args: string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    console.error(plainOf(error) ?? error);
    process.exitCode = 1;
  }
}

/** What to tell of an expected error; null for any other, of which the whole is printed. */
function plainOf(error: unknown): string | null {
  if (isStartupError(error)) return error.message;
  return isAppError(error) ? sentenceOf(error) : fileTrouble(error);
}

/** What to change, for invalid input; otherwise the error's message. */
export function sentenceOf({ message, details }: AppError): string {
  const changes = Object.entries(details.fields ?? {});
  return changes.length === 0 ? message : changes.map(([name, what]) => `${name}: ${what}`).join("; ");
}
