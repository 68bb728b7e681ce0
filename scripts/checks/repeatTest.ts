import { relative } from "node:path";

/** Sets the seed of every property of a run (tests/support/seed.ts). */
const SEED = "FAST_CHECK_SEED";

/**
 * Returns the command that runs one test alone, in the root of the repository. Its full name is as
 * vitest has it, with " > " between the names around it; without a name all tests of the file, without a
 * file all of the project.
 */
export function repeatTest(project: string, file?: string, fullName?: string, seed?: string): string {
  return [
    ...(seed === undefined ? [] : [`${SEED}=${seed}`]),
    relative(process.cwd(), process.execPath),
    "--conditions=react-server node_modules/vitest/vitest.mjs run",
    `--project=${project}`,
    ...(file === undefined ? [] : [file]),
    ...(fullName === undefined ? [] : ["-t", quoted(`^${escaped(fullName)}$`)]),
  ].join(" ");
}

/** Returns the seed that fast-check names in the message of a property that does not hold. */
export function seedIn(message: string): string | undefined {
  return /\bseed: (-?\d+)/.exec(message)?.[1];
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
