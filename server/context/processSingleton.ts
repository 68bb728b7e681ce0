import "server-only";

// Only this module uses these symbols on the global object.
const values: Record<symbol, unknown> = globalThis;
const PREFIX = "codedesk.";

/**
 * Returns the process's only value with this name, created by the first call. A variable of a module would not do: route bundles
 * can contain a module more than once (docs/decisions/0008-next-in-production.md). Each name is used by one module.
 */
export function processSingleton<T extends object>(name: string, create: () => T): T {
  // The module that owns the name always uses the same type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (values[symbolOf(name)] ??= create()) as T;
}

/** Replaces the value, for tests that bring their own. */
export function replaceSingleton(name: string, value: object): void {
  values[symbolOf(name)] = value;
}

/** Removes all values, as in a new process: for tests that share one. */
export function removeSingletons(): void {
  for (const symbol of Object.getOwnPropertySymbols(values)) {
    if (symbol.description?.startsWith(PREFIX)) delete values[symbol];
  }
}

function symbolOf(name: string): symbol {
  return Symbol.for(`${PREFIX}${name}`);
}
