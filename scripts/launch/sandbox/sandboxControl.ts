import { Agent, fetch } from "undici";

/** One call of the sandbox's control interface. Routes: docs/sandbox.md. */
export type Control = (method: "GET" | "POST" | "DELETE", route: string, body?: unknown) => Promise<unknown>;

/** A new connection for each call: the sandbox might close one that is kept alive just when it is used again. */
const UNKEPT = new Agent({ pipelining: 0 });

/**
 * Calls the control interface of a running sandbox and returns its JSON.
 * @param sandboxUrl the sandbox's base address, of which only the origin is used
 * @throws Error with the answer if the sandbox refuses the call
 */
export async function callControl(
  sandboxUrl: string,
  ...[method, route, body]: Parameters<Control>
): Promise<unknown> {
  const sent =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const answer = await fetch(new URL(`/control/${route}`, sandboxUrl), {
    method,
    dispatcher: UNKEPT,
    ...sent,
  });
  if (!answer.ok) throw new Error(`control ${route} answered ${answer.status}: ${await answer.text()}`);
  const value: unknown = await answer.json();
  return value;
}
