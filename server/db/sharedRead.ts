import "server-only";
import { setImmediate as endOfTurn } from "node:timers/promises";
import type { Database } from "./connect.ts";

/** Reads of one database by key: those that have not begun yet, and those that are under way. */
type Reads<Answer> = { waiting: Map<string, Promise<Answer>>; running: Map<string, Promise<Answer>> };

/**
 * Has those who ask the same at the same time share a read: it begins at the end of the turn of the event loop. One that has begun could
 * miss what somebody who asks now knows to have happened: they share the next one, which begins when it has ended.
 * @param keyOf what makes two questions the same.
 * @param read its answer is given to several callers: none of them may change it.
 */
export function sharedRead<Question, Answer>(
  keyOf: (question: Question) => string,
  read: (db: Database, question: Question) => Promise<Answer>,
): (db: Database, question: Question) => Promise<Answer> {
  const all = new WeakMap<Database, Reads<Answer>>();
  return (db, question) => {
    const reads = all.get(db) ?? { waiting: new Map(), running: new Map() };
    all.set(db, reads);
    const key = keyOf(question);
    const shared = reads.waiting.get(key);
    if (shared !== undefined) return shared;
    const answer = whenEnded(reads.running.get(key)).then(() => {
      reads.waiting.delete(key);
      const running = read(db, question).finally(() => {
        reads.running.delete(key);
      });
      reads.running.set(key, running);
      return running;
    });
    reads.waiting.set(key, answer);
    return answer;
  };
}

/** Resolves at the end of this turn, and not before a read has ended; whether that one failed is nothing to the next. */
async function whenEnded(running: Promise<unknown> | undefined): Promise<void> {
  await running?.catch(() => undefined);
  await endOfTurn();
}
