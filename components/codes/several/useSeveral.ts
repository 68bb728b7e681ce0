"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import type { ConfirmIdentityInput } from "#lib/contracts/team/secondFactor.ts";
import { confirmIdentity } from "#lib/queries/team/identity.ts";
import { asProblem, stillAsked } from "#lib/queries/client/problemError.ts";

/** What was taken of one order, or why nothing was. */
export type Outcome<T> = { reference: string } & (
  | { kind: "taken"; value: T }
  | { kind: "refused"; problem: Problem }
);
type Take<T> = (reference: string, signal: AbortSignal) => Promise<T>;

export type Several<T> = {
  outcomes: readonly Outcome<T>[];
  /** One is being taken. */
  busy: boolean;
  isDone: boolean;
  /** The member has to confirm that it's them before it goes on. */
  asked: Problem | null;
  start: (take: Take<T>) => void;
  confirm: (input: ConfirmIdentityInput) => Promise<void>;
  /** Stops, and forgets what was taken. */
  forget: () => void;
};

/**
 * Takes codes of several orders, one order after the other, each as if it were alone: with its own record, and counted in the same budget
 * and release. One that is refused doesn't keep the others. Nothing is kept beyond the component.
 */
export function useSeveral<T>(environment: Environment, references: readonly string[]): Several<T> {
  const [outcomes, setOutcomes] = useState<readonly Outcome<T>[]>([]);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Problem | null>(null);
  const running = useRef<{ controller: AbortController; take: Take<T>; next: number } | null>(null);

  const forget = useCallback(() => {
    running.current?.controller.abort();
    running.current = null;
    setOutcomes([]);
    setBusy(false);
    setAsked(null);
  }, []);
  useEffect(() => () => running.current?.controller.abort(), []);

  const goOn = useCallback(async () => {
    const own = running.current;
    if (own === null) return;
    const { signal } = own.controller;
    setBusy(true);
    setAsked(null);
    for (; own.next < references.length; own.next += 1) {
      const reference = references[own.next] ?? "";
      const outcome = await takeOne(reference, own.take, signal);
      if (signal.aborted) return;
      if (outcome.kind === "refused" && outcome.problem.reauthenticate !== undefined) {
        setAsked(outcome.problem);
        break;
      }
      setOutcomes((before) => [...before, outcome]);
    }
    setBusy(false);
  }, [references]);

  const start = useCallback(
    (take: Take<T>) => {
      running.current = { controller: new AbortController(), take, next: 0 };
      setOutcomes([]);
      void goOn();
    },
    [goOn],
  );

  const confirm = useCallback(
    async (input: ConfirmIdentityInput) => {
      setBusy(true);
      try {
        await confirmIdentity(environment, input);
      } catch (error) {
        setBusy(false);
        return setAsked((last) => stillAsked(asProblem(error), last));
      }
      await goOn();
    },
    [environment, goOn],
  );

  return { outcomes, busy, isDone: outcomes.length === references.length, asked, start, confirm, forget };
}

async function takeOne<T>(reference: string, take: Take<T>, signal: AbortSignal): Promise<Outcome<T>> {
  try {
    return { reference, kind: "taken", value: await take(reference, signal) };
  } catch (error) {
    return { reference, kind: "refused", problem: asProblem(error) };
  }
}
