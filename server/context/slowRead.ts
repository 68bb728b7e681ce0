import "server-only";
import type { MemberRequest } from "./context.ts";
import { AppError } from "./errors.ts";
import { processSingleton } from "./processSingleton.ts";

/** How many slow reads of one member are made at a time: the list of a page and its filters, for example. */
const AT_A_TIME = 2;
/** How many more may wait. */
const MOST_WAITING = 20;

type Turns = { running: number; waiting: (() => void)[] };

function turnsOf(memberId: string): { turns: Turns; forget: () => void } {
  const all = processSingleton("slowReads", () => new Map<string, Turns>());
  const turns = all.get(memberId) ?? { running: 0, waiting: [] };
  all.set(memberId, turns);
  return { turns, forget: () => void all.delete(memberId) };
}

/**
 * Makes a read that can take the database seconds, such as a search that no index helps, in the member's turn. As many at once as a
 * member can ask for would take all connections to the database, and everybody else would get an error.
 * @param mostWaiting how many of the member's may wait; an export that has begun waits for as long as it takes.
 * @throws AppError `too-many` if too many wait already.
 */
export async function slowRead<Answer>(
  { actor, signal }: Pick<MemberRequest, "actor" | "signal">,
  read: () => Promise<Answer>,
  mostWaiting = MOST_WAITING,
): Promise<Answer> {
  const { turns, forget } = turnsOf(actor.id);
  if (turns.running < AT_A_TIME) turns.running += 1;
  else if (turns.waiting.length < mostWaiting) {
    await new Promise<void>((resolve) => turns.waiting.push(resolve));
  } else {
    throw new AppError("too-many", "Too many of your searches are waiting. Wait for their answers.", {
      retryAfterSeconds: 2,
    });
  }
  try {
    // Whoever has left while waiting needs no answer.
    signal?.throwIfAborted();
    return await read();
  } finally {
    const next = turns.waiting.shift();
    // The next one takes over this place.
    if (next) next();
    else turns.running -= 1;
    if (turns.running === 0) forget();
  }
}
