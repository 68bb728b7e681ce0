import type { Environment } from "#lib/contracts/environment.ts";

type Listener = (environment: Environment) => void;

let listener: Listener | null = null;

/** The switch in the head of the page hears who asks for another environment, such as the palette. Returns how to stop. */
export function onSwitchRequest(next: Listener): () => void {
  listener = next;
  return () => {
    if (listener === next) listener = null;
  };
}

/** Asks for another environment, as choosing it in the head of the page does. */
export function requestSwitch(environment: Environment): void {
  listener?.(environment);
}
