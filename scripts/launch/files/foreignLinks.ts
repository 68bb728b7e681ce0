import { constants, lstatSync, readFileSync } from "node:fs";
import { StartupError } from "#server/config/startupError.ts";

/**
 * Refuses a symbolic link that another account has put in the place of a file or directory, if we are root: it could make root
 * write, or tell, what that account may not. One's own links are followed.
 * @throws StartupError that says what to do
 */
export function refuseForeignLink(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (process.getuid?.() !== 0 || found?.isSymbolicLink() !== true || found.uid === 0) return;
  throw new StartupError(
    `${path} is a symbolic link of another account, which root does not follow: replace it by what it leads to, or start Codedesk with that account.`,
  );
}

/** Reads a file as text, without following a link of another account. */
export function readOwnFile(path: string): string {
  refuseForeignLink(path);
  const isLink = lstatSync(path).isSymbolicLink();
  // Not even a link that was put there in the meantime.
  return readFileSync(path, {
    encoding: "utf8",
    flag: constants.O_RDONLY | (isLink ? 0 : constants.O_NOFOLLOW),
  });
}
