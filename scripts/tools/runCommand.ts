import { isDeskError } from "#server/context/errors.ts";
import { isStartupError } from "#server/config/startupError.ts";

/** Runs a program: its exit code is what `main` answers, and what stands in its way is told in one sentence. */
export async function runCommand(main: (args: string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    const plain = isStartupError(error) || isDeskError(error);
    console.error(plain ? error.message : error);
    process.exitCode = 1;
  }
}
