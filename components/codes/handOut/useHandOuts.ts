"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { HandOut, HandOuts } from "#lib/contracts/codes/handOut.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import type { ConfirmIdentityInput } from "#lib/contracts/team/secondFactor.ts";
import { disputeHandOut, stockQuery, takeBackHandOut } from "#lib/queries/codes.ts";
import { claimsKey } from "#lib/queries/claims.ts";
import { confirmIdentity } from "#lib/queries/team/identity.ts";
import { asProblem, stillAsked } from "#lib/queries/client/problemError.ts";
import { toast } from "#components/ui/feedback/toast.ts";
import { announce } from "#components/ui/Announcer.tsx";
import { useMasking } from "#components/codes/reveal/useMasking.ts";
import { MASK_AFTER_MS } from "#components/codes/reveal/useReveal.ts";

export type ShownHandOuts = { items: readonly HandOut[]; until: number };
export type HandOutsShown = {
  shown: ShownHandOuts | null;
  busy: boolean;
  problem: Problem | null;
  /** Runs a request for handed-out codes, and shows them for two minutes. */
  show: (ask: () => Promise<HandOuts>) => Promise<void>;
  /** Confirms the member's identity, then repeats the request. */
  confirm: (input: ConfirmIdentityInput) => Promise<void>;
  /** Shows that a code was claimed. */
  noteDisputed: (handOut: HandOut) => void;
  /** Withdraws the claim for a code that works after all. */
  resolveDispute: (handOut: HandOut) => Promise<void>;
  takeBack: (handOut: HandOut) => Promise<void>;
  hide: () => void;
};

/** Handed-out codes, kept only in the state of their dialog. */
export function useHandOuts(environment: Environment): HandOutsShown {
  const client = useQueryClient();
  const [shown, setShown] = useState<ShownHandOuts | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const asked = useRef<(() => Promise<HandOuts>) | null>(null);
  const hide = useCallback(() => setShown(null), []);

  /** Refreshes the stock, which has changed. */
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: stockQuery(environment).queryKey }),
    [client, environment],
  );

  const show = useCallback(
    async (ask: () => Promise<HandOuts>) => {
      asked.current = ask;
      setBusy(true);
      setProblem(null);
      try {
        const { items } = await ask();
        // In a hidden tab, codes could be seen by the next person at the screen.
        if (document.visibilityState !== "hidden") setShown({ items, until: Date.now() + MASK_AFTER_MS });
        announce(items.length === 0 ? "Nothing was handed out." : "Codes shown.");
      } catch (error) {
        setProblem(asProblem(error));
      }
      setBusy(false);
      refresh();
    },
    [refresh],
  );

  const confirm = useCallback(
    async (input: ConfirmIdentityInput) => {
      if (asked.current === null) return;
      setBusy(true);
      try {
        await confirmIdentity(environment, input);
      } catch (error) {
        setBusy(false);
        return setProblem((last) => stillAsked(asProblem(error), last));
      }
      await show(asked.current);
    },
    [environment, show],
  );

  const showState = useCallback(
    ({ id }: HandOut, state: HandOut["state"]) =>
      setShown((last) =>
        last === null
          ? null
          : { ...last, items: last.items.map((each) => (each.id === id ? { ...each, state } : each)) },
      ),
    [],
  );
  const noteDisputed = useCallback((handOut: HandOut) => showState(handOut, "disputed"), [showState]);

  const resolveDispute = useCallback(
    async (handOut: HandOut) => {
      setProblem(null);
      try {
        const { state } = await disputeHandOut(environment, handOut.id, false);
        showState(handOut, state);
        announce("No longer disputed.");
      } catch (error) {
        setProblem(asProblem(error));
      }
      void client.invalidateQueries({ queryKey: claimsKey(environment) });
      refresh();
    },
    [client, environment, refresh, showState],
  );

  const takeBack = useCallback(
    async ({ id }: HandOut) => {
      setProblem(null);
      try {
        await takeBackHandOut(environment, id);
        setShown((last) =>
          last === null ? null : { ...last, items: last.items.filter((each) => each.id !== id) },
        );
        toast("Hand-out undone", { tone: "done", detail: "The code is left again, as revealed." });
      } catch (error) {
        setProblem(asProblem(error));
      }
      refresh();
    },
    [environment, refresh],
  );

  useMasking(shown?.until ?? null, hide);
  return { shown, busy, problem, show, confirm, noteDisputed, resolveDispute, takeBack, hide };
}
