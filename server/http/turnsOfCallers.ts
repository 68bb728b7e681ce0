import "server-only";
import type { ServerResponse } from "node:http";
import { SECOND } from "#lib/time/instant.ts";

/**
 * How many requests of one caller are handled at a time: more than a browser sends, and as many as the database can answer. A
 * thousand at once would take all of its connections, those of the order workers too.
 */
const AT_A_TIME = 32;
/** How many more may wait. */
const MOST_WAITING = 1_000;
/**
 * After this time, in milliseconds, a request holds up no other of its caller: by then it waits for something else than the database,
 * mostly a service that hangs, and what does not need the service has to stay quick.
 */
const TURN_MS = SECOND;

type Turns = { handled: number; waiting: Set<() => void> };

/**
 * Makes the requests of one caller wait for each other, so that they cannot slow down all others: returns a function that handles a
 * request in its turn, or returns false if too many wait already.
 */
export function createTurns(
  turnMs = TURN_MS,
): (caller: string, response: ServerResponse, handle: () => void) => boolean {
  const callers = new Map<string, Turns>();
  return (caller, response, handle) => {
    const turns = callers.get(caller) ?? { handled: 0, waiting: new Set() };
    if (turns.waiting.size >= MOST_WAITING) return false;
    callers.set(caller, turns);
    const begin = () => {
      turns.handled += 1;
      turns.waiting.delete(begin);
      let isOver = false;
      const end = () => {
        clearTimeout(timer);
        if (isOver) return;
        isOver = true;
        turns.handled -= 1;
        const [next] = turns.waiting;
        if (next !== undefined) next();
        else if (turns.handled === 0) callers.delete(caller);
      };
      const timer = setTimeout(end, turnMs).unref();
      response.once("close", end);
      handle();
    };
    if (turns.handled < AT_A_TIME) begin();
    else {
      turns.waiting.add(begin);
      // Whoever leaves while waiting needs no turn.
      response.once("close", () => turns.waiting.delete(begin));
    }
    return true;
  };
}
