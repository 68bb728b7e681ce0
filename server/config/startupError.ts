import "server-only";

/**
 * Something outside the program keeps it from starting: `message` is one whole sentence for the operator,
 * saying what to change. Programs print it alone, without a stack. Recognised by `startupError` (see DeskError).
 */
export class StartupError extends Error {
  readonly startupError = true;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartupError";
  }
}

export function isStartupError(error: unknown): error is StartupError {
  return error instanceof Error && "startupError" in error && error.startupError === true;
}
