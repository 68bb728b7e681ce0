import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { processSingleton } from "./processSingleton.ts";

/** The token that a call came with, and the member it acts as. */
type ActingToken = { name: string; memberId: string };

const storage = () => processSingleton("actingToken", () => new AsyncLocalStorage<ActingToken>());

/** Does work for a call that came with a token: whatever the member is recorded to have done in it names the token. */
export function asToken<Result>(token: ActingToken, work: () => Result): Result {
  return storage().run(token, work);
}

/** The name of the token by which this member acts right now; null for a person, and for what the program does by itself. */
export function tokenOfActor(actorId: string | null | undefined): string | null {
  const token = storage().getStore();
  return token !== undefined && token.memberId === actorId ? token.name : null;
}
