"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { neverChanges } from "#components/ui/neverChanges.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import type { DraftReference, PlaceOrderRequest } from "#lib/contracts/orders/placeOrder.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { placeOrder, rememberOrder } from "#lib/queries/orders/orders.ts";
import { asProblem, OFFLINE, UNREADABLE } from "#lib/queries/client/problemError.ts";
import { keepInTab, keptInTab } from "#lib/queries/client/tabStorage.ts";
import type { Confirmation, Sending } from "./placeRequest.ts";
import { readSending } from "./readSending.ts";

/** The outcome of one of several orders that were confirmed together. */
export type SentOrder = { confirmationId: string } & (
  | { kind: "placed"; reference: string; state: OrderView["state"] }
  | { kind: "refused"; problem: Problem }
);

/**
 * What is known about the last confirmation. `unknown`: it may have arrived; sending the same body again is safe. `placed`: its
 * page is being opened, and nothing more can be sent from here. `refused`: the only order was refused. `finished`: all of several
 * orders have their outcome. `sent`: the outcomes known so far.
 */
export type SendState = { sent: readonly SentOrder[] } & (
  | { kind: "idle" }
  | { kind: "sending" }
  | { kind: "placed" }
  | { kind: "finished" }
  | { kind: "not-sent"; problem: Problem }
  | { kind: "refused"; problem: Problem }
  | { kind: "unknown"; problem: Problem; sending: Sending }
);

/**
 * What a failed request says about the order. `isAgain`: an earlier request for the same order got no answer. Only a server that
 * looks for the order can say what became of that one, so neither being offline nor being turned away is an outcome then.
 */
export function outcomeOf({ type, status }: Problem, isAgain = false): "not-sent" | "refused" | "unknown" {
  if (type === OFFLINE) return isAgain ? "unknown" : "not-sent";
  // A 4xx comes from a server that read the request and refused it, unless it is a proxy's. Anything else leaves the outcome unknown.
  if (status < 400 || status >= 500 || type === UNREADABLE) return "unknown";
  const isTurnedAway = status === 401 || status === 403;
  return isAgain && isTurnedAway ? "unknown" : "refused";
}

export type SendHooks = {
  /** Saves the draft and returns the id and version of the stored one; null if it cannot be saved. */
  saveDraft: () => Promise<DraftReference | null>;
  /** An order was placed; `isOnly`: it was the only one that was confirmed. */
  onPlaced: (order: OrderView, isOnly: boolean) => void;
  /** The request was read and refused: nothing was bought. */
  onRefused: () => void;
};

const IDLE: SendState = { kind: "idle", sent: [] };

/**
 * Sends the orders of one confirmation one after the other: each has its own id, and a rejected one doesn't stop the others. An
 * unknown outcome stops before the next order. The browser never repeats a request automatically; a person may, with identical
 * requests.
 */
export function useSend(
  environment: Environment,
  memberId: string,
  { saveDraft, onPlaced, onRefused }: SendHooks,
) {
  const client = useQueryClient();
  const key = `sending ${environment} ${memberId}`;
  const [own, setOwn] = useState<SendState>(IDLE);
  const left = useLeftOver(key);
  const state = own.kind === "idle" && left !== null ? left : own;
  const isSending = useRef(false);
  const { mutateAsync } = useMutation({
    mutationFn: (request: PlaceOrderRequest) => placeOrder(environment, request),
    gcTime: 0,
  });

  /** Sends only one confirmation at a time: a second press of the button does nothing. */
  const oneAtATime = useCallback(async (sent: readonly SentOrder[], work: () => Promise<void>) => {
    if (isSending.current) return;
    isSending.current = true;
    setOwn({ kind: "sending", sent });
    try {
      await work();
    } finally {
      isSending.current = false;
    }
  }, []);
  /** Sends one order; the remaining requests are kept in the tab until their outcome is known. */
  const sendOne = useCallback(
    async (sending: Sending, isOnly: boolean, isAgain: boolean): Promise<SentOrder | Problem> => {
      const [request] = sending.requests;
      const { confirmationId } = request;
      keepInTab(key, sending);
      try {
        const order = await mutateAsync(request);
        const reference = referenceOf(order);
        void rememberOrder(client, environment, reference, order);
        onPlaced(order, isOnly);
        return { confirmationId, kind: "placed", reference, state: order.state };
      } catch (error) {
        const problem = asProblem(error);
        if (outcomeOf(problem, isAgain) !== "refused") return problem;
        onRefused();
        return { confirmationId, kind: "refused", problem };
      }
    },
    [client, environment, key, mutateAsync, onPlaced, onRefused],
  );
  const sendAll = useCallback(
    async (all: Sending, before: readonly SentOrder[], isAskedAgain: boolean) => {
      const isOnly = before.length === 0 && all.requests.length === 1;
      const sent = [...before];
      for (let next: Sending | null = all; next !== null; next = restOf(next)) {
        const isAgain = isAskedAgain && next === all;
        const outcome = await sendOne(next, isOnly, isAgain);
        if ("type" in outcome) {
          const kind = outcomeOf(outcome, isAgain);
          if (kind !== "unknown") keepInTab(key, null);
          setOwn(
            kind === "unknown"
              ? { kind, problem: outcome, sending: next, sent }
              : { kind: "not-sent", problem: outcome, sent },
          );
          return;
        }
        sent.push(outcome);
        setOwn({ kind: "sending", sent: [...sent] });
      }
      keepInTab(key, null);
      setOwn(finishedState(sent, isOnly));
    },
    [key, sendOne],
  );
  const confirm = useCallback(
    (confirmations: readonly [Confirmation, ...Confirmation[]]) =>
      oneAtATime([], async () => {
        const draft = await saveDraft();
        if (draft === null) {
          setOwn({ kind: "not-sent", problem: UNSAVED, sent: [] });
          return;
        }
        const [first, ...others] = confirmations;
        const requests: Sending["requests"] = [
          { ...first, draft },
          ...others.map((each) => ({ ...each, draft })),
        ];
        await sendAll({ requests }, [], false);
      }),
    [oneAtATime, sendAll, saveDraft],
  );
  const askAgain = useCallback(
    (sending: Sending) => oneAtATime(state.sent, () => sendAll(sending, state.sent, true)),
    [oneAtATime, sendAll, state.sent],
  );
  /** Clears a refusal that was read. An unknown outcome stays. */
  const forget = useCallback(() => setOwn((now) => (now.kind === "unknown" ? now : IDLE)), []);
  /** Clears an unknown outcome that a person has resolved in another way. */
  const dismiss = useCallback(() => {
    keepInTab(key, null);
    // A new object, so that what was left over from before a reload is read again, and is gone.
    setOwn({ ...IDLE });
  }, [key]);
  return { state, confirm, askAgain, forget, dismiss };
}

function restOf({ requests }: Sending): Sending | null {
  const [, second, ...others] = requests;
  return second === undefined ? null : { requests: [second, ...others] };
}

function finishedState(sent: readonly SentOrder[], isOnly: boolean): SendState {
  const [only] = sent;
  if (!isOnly || only === undefined) return { kind: "finished", sent };
  return only.kind === "placed" ? { kind: "placed", sent } : { kind: "refused", problem: only.problem, sent };
}

/** A confirmation whose answer this tab did not wait for: after a reload, a member must not send the same as another order. */
function useLeftOver(key: string): SendState | null {
  const text = useSyncExternalStore(
    neverChanges,
    () => JSON.stringify(keptInTab(key)),
    () => "null",
  );
  return useMemo(() => {
    const sending = readSending(JSON.parse(text));
    return sending === null ? null : { kind: "unknown", sending, problem: LEFT, sent: [] };
  }, [text]);
}

const UNSAVED: Problem = {
  type: "unsaved",
  title: "Your draft couldn't be saved",
  status: 0,
  detail: "Nothing was sent. Close this review, wait until the draft is saved, then review it again.",
  requestId: "",
};
const LEFT: Problem = {
  type: "left",
  title: "No answer yet",
  status: 0,
  detail: "This page was left before an answer arrived.",
  requestId: "",
};
