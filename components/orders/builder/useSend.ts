"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderView } from "#lib/contracts/order.ts";
import type { DraftReference } from "#lib/contracts/placeOrder.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { placeOrder, rememberOrder } from "#lib/queries/orders.ts";
import { asProblem, OFFLINE } from "#lib/queries/problemError.ts";
import { keepInTab, keptInTab } from "./sessionKeep.ts";
import { sendingSchema, type Confirmation, type Sending } from "./placeRequest.ts";

/**
 * What is known about the last confirmation. `unknown`: it may have arrived; asking again with the same body is safe.
 * `placed`: its page is being opened, and nothing can be sent from here any more.
 */
export type SendState =
  | { kind: "idle" }
  | { kind: "sending" }
  | { kind: "placed" }
  | { kind: "not-sent"; problem: Problem }
  | { kind: "refused"; problem: Problem; sending: Sending }
  | { kind: "unknown"; problem: Problem; sending: Sending };

export function outcomeOf(problem: Problem): "not-sent" | "refused" | "unknown" {
  if (problem.type === OFFLINE) return "not-sent";
  // A 4xx comes from somebody who has read the request and refused it. Anything else leaves the outcome unknown.
  return problem.status >= 400 && problem.status < 500 ? "refused" : "unknown";
}

export type SendHooks = {
  /** Saves the draft and names it as it is stored then; null when it cannot be saved. */
  saveDraft: () => Promise<DraftReference | null>;
  onPlaced: (order: OrderView) => void;
  /** The request was read and refused: nothing was bought. */
  onRefused: () => void;
};

/** Sends an order once. The browser never repeats it by itself; a person may ask again, with the identical request. */
export function useSend(
  environment: Environment,
  memberId: string,
  { saveDraft, onPlaced, onRefused }: SendHooks,
) {
  const client = useQueryClient();
  const key = `sending ${environment} ${memberId}`;
  const [own, setOwn] = useState<SendState>({ kind: "idle" });
  const left = useLeftOver(key);
  const state = own.kind === "idle" && left !== null ? left : own;
  const underWay = useRef(false);
  const { mutateAsync } = useMutation({
    mutationFn: (sending: Sending) => placeOrder(environment, sending.request),
    gcTime: 0,
  });

  /** Only one confirmation is sent at a time: a second press of the button does nothing. */
  const onlyOnce = useCallback(async (work: () => Promise<void>) => {
    if (underWay.current) return;
    underWay.current = true;
    setOwn({ kind: "sending" });
    try {
      await work();
    } finally {
      underWay.current = false;
    }
  }, []);
  const post = useCallback(
    async (sending: Sending) => {
      keepInTab(key, sending);
      try {
        const order = await mutateAsync(sending);
        keepInTab(key, null);
        setOwn({ kind: "placed" });
        void rememberOrder(client, environment, order.externalOrderCode ?? order.orderId ?? "", order);
        onPlaced(order);
      } catch (error) {
        const problem = asProblem(error);
        const kind = outcomeOf(problem);
        if (kind !== "unknown") keepInTab(key, null);
        setOwn(kind === "not-sent" ? { kind, problem } : { kind, problem, sending });
        if (kind === "refused") onRefused();
      }
    },
    [client, environment, key, mutateAsync, onPlaced, onRefused],
  );
  const confirm = useCallback(
    (confirmation: Confirmation) =>
      onlyOnce(async () => {
        const draft = await saveDraft();
        if (draft === null) setOwn({ kind: "not-sent", problem: UNSAVED });
        else await post({ request: { ...confirmation, draft } });
      }),
    [onlyOnce, post, saveDraft],
  );
  const askAgain = useCallback((sending: Sending) => onlyOnce(() => post(sending)), [onlyOnce, post]);
  /** Clears a refusal that was read. An unknown outcome stays. */
  const forget = useCallback(() => setOwn((now) => (now.kind === "unknown" ? now : { kind: "idle" })), []);
  /** A person has found out otherwise what became of it. */
  const dismiss = useCallback(() => {
    keepInTab(key, null);
    setOwn({ kind: "idle" });
  }, [key]);
  return { state, confirm, askAgain, forget, dismiss };
}

/** A confirmation whose answer this tab did not wait for: a reload must not make a person send the same as another order. */
function useLeftOver(key: string): SendState | null {
  const text = useSyncExternalStore(
    neverTold,
    () => JSON.stringify(keptInTab(key)),
    () => "null",
  );
  return useMemo(() => {
    const parsed = sendingSchema.safeParse(JSON.parse(text));
    return parsed.success ? { kind: "unknown", sending: parsed.data, problem: LEFT } : null;
  }, [text]);
}

const neverTold = () => () => {};
const UNSAVED: Problem = {
  type: "unsaved",
  title: "Your draft could not be saved",
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
