import "server-only";

/**
 * Something outside the program keeps it from starting: `message` is one whole sentence for the operator,
 * saying what to change. Programs print it alone, without a stack. Recognised by `obstacle` (see DeskError).
 */
export class Obstacle extends Error {
  readonly obstacle = true;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Obstacle";
  }
}

export function isObstacle(error: unknown): error is Obstacle {
  return error instanceof Error && "obstacle" in error && error.obstacle === true;
}
