import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { processSingleton } from "./processSingleton.ts";

/** The access token that a call came with, and the member it acts as. */
type ActingToken = { name: string; memberId: string };

const storage = () => processSingleton("actingToken", () => new AsyncLocalStorage<ActingToken>());

/** Runs the work of a call that came with an access token: audit records of the member in it name the token. */
export function asToken<Result>(token: ActingToken, work: () => Result): Result {
  return storage().run(token, work);
}

/** The name of the token by which this member is acting; null for a person, and for the program itself. */
export function tokenOfActor(actorId: string | null | undefined): string | null {
  const token = storage().getStore();
  return token !== undefined && token.memberId === actorId ? token.name : null;
}
