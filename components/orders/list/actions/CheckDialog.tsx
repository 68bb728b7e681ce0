"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { actOnOrder } from "#lib/queries/orders/orders.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { SECOND } from "#lib/time/instant.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { ProgressBar } from "#components/ui/display/ProgressBar.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";

type Progress = { done: number; checked: number; early: number; failed: number; reason: string | null };
const NOTHING: Progress = { done: 0, checked: 0, early: 0, failed: 0, reason: null };

/** Checks orders at the service one after the other, as its rate limit allows; skips those that may not be checked again yet. */
export function CheckDialog({ references, onClose }: { references: readonly string[]; onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [progress, setProgress] = useState(NOTHING);
  const isDone = progress.done === references.length;
  const run = useEffectEvent(async (isStopped: () => boolean) => {
    for (const reference of references) {
      const outcome = await checkOne(() => actOnOrder(environment, reference, "check"), isStopped);
      if (isStopped()) return;
      setProgress((now) => ({
        ...now,
        done: now.done + 1,
        [outcome.kind]: now[outcome.kind] + 1,
        reason: outcome.reason ?? now.reason,
      }));
    }
    await client.invalidateQueries({ queryKey: [environment, "orders"] });
  });
  useEffect(() => {
    let stopped = false;
    // oxlint-disable-next-line react/set-state-in-effect -- progress of what runs outside of React
    void run(() => stopped);
    return () => {
      stopped = true;
    };
  }, []);
  const { done, checked, early, failed, reason } = progress;
  return (
    <Modal
      open
      onClose={onClose}
      title={isDone ? "Orders checked" : "Checking orders"}
      footer={<Button onClick={onClose}>{isDone ? "Close" : "Stop"}</Button>}
    >
      <ProgressBar label="Orders checked" className="mb-3" value={done} max={references.length} />
      <div role="status" className="flex flex-col gap-1 text-ink-soft">
        <p>
          {formatCount(done)} of {counted(references.length, "order", "orders")}
        </p>
        {isDone ? (
          <>
            <p>{counted(checked, "order was", "orders were")} checked at the service.</p>
            {early > 0 ? (
              <p>
                {counted(early, "order was", "orders were")} checked a moment ago. Check again in a minute.
              </p>
            ) : null}
            {failed > 0 ? (
              <p className="text-refused">
                {counted(failed, "order", "orders")} couldn't be checked. {reason}
              </p>
            ) : null}
          </>
        ) : null}
      </div>
    </Modal>
  );
}

type Outcome = { kind: "checked" | "early" | "failed"; reason: string | null };

/** Repeats a call once after a 429, as soon as the answer allows it; other refusals are not repeated. */
async function checkOne(check: () => Promise<unknown>, isStopped: () => boolean): Promise<Outcome> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await check();
      return { kind: "checked", reason: null };
    } catch (error) {
      const problem = asProblem(error);
      if (problem.type === "too-early") return { kind: "early", reason: null };
      const seconds = problem.retryAfterSeconds;
      if (problem.status !== 429 || seconds === undefined || attempt > 0 || isStopped()) {
        return { kind: "failed", reason: problem.detail };
      }
      await new Promise((resolve) => setTimeout(resolve, seconds * SECOND));
    }
  }
}
