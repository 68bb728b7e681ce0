import { isAppError } from "#server/context/errors.ts";
import { isStartupError } from "#server/config/startupError.ts";

/** Runs a command: `main` returns its exit code; an expected error is printed as one sentence, without a stack. */
export async function runCommand(main: (args: string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    const plain = isStartupError(error) || isAppError(error);
    console.error(plain ? error.message : error);
    process.exitCode = 1;
  }
}
