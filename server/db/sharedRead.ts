import "server-only";
import { setImmediate as endOfTurn } from "node:timers/promises";
import type { Database } from "./connect.ts";

/** The reads of one database by key: those that have not begun, and those that are running. */
type Reads<Answer> = { waiting: Map<string, Promise<Answer>>; running: Map<string, Promise<Answer>> };

/**
 * Makes concurrent callers share a read, which begins at the end of the turn of the event loop. A read that is already running
 * could miss what a new caller knows to have happened, so new callers share the next one, which begins when that one has ended.
 * @param keyOf the key by which two questions are the same.
 * @param read its answer is given to several callers, so none of them may change it.
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

/** Resolves at the end of this turn, but not before the running read has ended, whether or not it failed. */
async function whenEnded(running: Promise<unknown> | undefined): Promise<void> {
  await running?.catch(() => undefined);
  await endOfTurn();
}
