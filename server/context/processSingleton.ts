import "server-only";

// Only this module uses these symbols on the global object.
const values: Record<symbol, unknown> = globalThis;
const PREFIX = "codedesk.";

/**
 * The process's one value of a name, created at the first call. Route bundles can hold a module more than once, so a variable of
 * the module would not be one for the process (docs/decisions/0008-next-in-production.md). Each name belongs to one module.
 */
export function processSingleton<T extends object>(name: string, create: () => T): T {
  // The one module that a name belongs to gives it one type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (values[symbolOf(name)] ??= create()) as T;
}

/** Puts another value in its place, for tests that bring their own. */
export function replaceSingleton(name: string, value: object): void {
  values[symbolOf(name)] = value;
}

/** Removes all of them, as in a process that has just begun: for tests that share one. */
export function removeSingletons(): void {
  for (const symbol of Object.getOwnPropertySymbols(values)) {
    if (symbol.description?.startsWith(PREFIX)) delete values[symbol];
  }
}

function symbolOf(name: string): symbol {
  return Symbol.for(`${PREFIX}${name}`);
}
