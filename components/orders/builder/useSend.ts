"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { OrderView } from "#lib/contracts/order.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { placeOrder, rememberOrder } from "#lib/queries/orders.ts";
import { asProblem, OFFLINE } from "#lib/queries/problemError.ts";
import { keepInTab, keptInTab } from "./sessionKeep.ts";
import { sending as sendingSchema, type Sending } from "./placeRequest.ts";

/**
 * What is known of the last sending. `unknown`: it may have arrived; asking again with the same body is safe. `placed`: its
 * page is being opened, and nothing can be sent from here any more.
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
  // Whoever answers 4xx has read the request and says no. All else says nothing about what became of it.
  return problem.status >= 400 && problem.status < 500 ? "refused" : "unknown";
}

/** Sends an order once. The browser never repeats it by itself; a person may ask again, with the identical request. */
export function useSend(
  environment: Environment,
  memberId: string,
  onPlaced: (order: OrderView, sending: Sending) => void,
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

  const send = useCallback(
    async (sending: Sending) => {
      if (underWay.current) return;
      underWay.current = true;
      setOwn({ kind: "sending" });
      keepInTab(key, sending);
      try {
        const order = await mutateAsync(sending);
        keepInTab(key, null);
        setOwn({ kind: "placed" });
        void rememberOrder(client, environment, order.externalOrderCode ?? order.orderId ?? "", order);
        onPlaced(order, sending);
      } catch (error) {
        const problem = asProblem(error);
        const kind = outcomeOf(problem);
        if (kind !== "unknown") keepInTab(key, null);
        setOwn(kind === "not-sent" ? { kind, problem } : { kind, problem, sending });
      } finally {
        underWay.current = false;
      }
    },
    [client, environment, key, mutateAsync, onPlaced],
  );
  /** Puts away a refusal that was read. What is not known stays. */
  const forget = useCallback(() => setOwn((now) => (now.kind === "unknown" ? now : { kind: "idle" })), []);
  /** A person has found out otherwise what became of it. */
  const dismiss = useCallback(() => {
    keepInTab(key, null);
    setOwn({ kind: "idle" });
  }, [key]);
  return { state, send, forget, dismiss };
}

/** A sending that this tab left in the middle: a reload must not make a person send the same again as another order. */
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
const LEFT: Problem = {
  type: "left",
  title: "Left in the middle",
  status: 0,
  detail: "This page was left before an answer arrived.",
  requestId: "",
};
