/** What to say about a file that the system refuses to read or write, by the code of the error. */
const SENTENCES: Record<string, (path: string) => string> = {
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: (path) =>
    `${path} is on a read-only file system: make it writable, or set DATA_DIR to another directory.`,
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EIO: (path) => `The disk of ${path} fails (EIO): see the system's log, and replace the disk.`,
  EBUSY: (path) => `${path} is in use by the system, perhaps as a mount point: unmount it.`,
  EEXIST: (path) => `${path} already exists, and is something else than Codedesk needs there: move it away.`,
  EISDIR: (path) => `${path} is a directory where Codedesk needs a file: move it away.`,
  ENOTDIR: (path) =>
    `${path} is or leads through a file where Codedesk needs a directory: move that file away.`,
  ELOOP: (path) => `${path} is a symbolic link, which is not followed there: replace it by what it leads to.`,
  ENAMETOOLONG: (path) => `The path ${path} is too long for this system: set DATA_DIR to a shorter one.`,
};

/** Returns the sentence for the operator if the system refused to read or write a file; null for every other error. */
export function fileTrouble(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return null;
  if (!("path" in error) || typeof error.path !== "string") return null;
  return SENTENCES[String(error.code)]?.(error.path) ?? null;
}

/** Does some work with a file, and adds its path to an error of Node that says none or another one. */
export function withPath<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  }
}

function notAllowed(path: string): string {
  return `This account may not use ${path}: give it the right to read and write there, or start Codedesk with the account that owns it.`;
}

function diskFull(path: string): string {
  return `The disk of ${path} is full: free some space, or set DATA_DIR to a directory on another disk.`;
}
