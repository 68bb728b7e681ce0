import "server-only";
import type { Database } from "./connect.ts";

/** What is being asked for one key: the read under way, and the one that begins when it ends. */
type Reading<Answer> = { running: Promise<Answer>; next: Promise<Answer> | null };

/**
 * Has those who ask the same at the same time share a read. One that began before somebody asked could miss what they know to have
 * happened: so they wait for its end and share the next one, and a key is never read twice at a time.
 * @param keyOf what makes two questions the same.
 * @param read its answer is given to several callers: none of them may change it.
 */
export function sharedRead<Question, Answer>(
  keyOf: (question: Question) => string,
  read: (db: Database, question: Question) => Promise<Answer>,
): (db: Database, question: Question) => Promise<Answer> {
  const all = new WeakMap<Database, Map<string, Reading<Answer>>>();
  return (db, question) => {
    const readings = all.get(db) ?? new Map<string, Reading<Answer>>();
    all.set(db, readings);
    const key = keyOf(question);
    const begin = (): Promise<Answer> => {
      const reading: Reading<Answer> = { running: read(db, question), next: null };
      readings.set(key, reading);
      const end = () => {
        if (reading.next === null) readings.delete(key);
      };
      reading.running.then(end, end);
      return reading.running;
    };
    const reading = readings.get(key);
    if (reading === undefined) return begin();
    // Whether the other read failed is nothing to this one.
    reading.next ??= reading.running.then(begin, begin);
    return reading.next;
  };
}
