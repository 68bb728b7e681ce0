import type { Environment } from "#lib/contracts/environment.ts";

type Listener = (environment: Environment) => void;

let listener: Listener | null = null;

/** Lets the switch in the page's header listen for requests from elsewhere, such as the palette. Returns a function that stops it. */
export function onSwitchRequest(next: Listener): () => void {
  listener = next;
  return () => {
    if (listener === next) listener = null;
  };
}

/** Asks for another environment, like choosing it in the page's header. */
export function requestSwitch(environment: Environment): void {
  listener?.(environment);
}
