import "server-only";

/**
 * The program cannot start because of something outside of it. `message` is a complete sentence that tells the operator what to
 * change; programs print it alone, without a stack. Recognised by its property `startupError`, not by its class (see AppError).
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
