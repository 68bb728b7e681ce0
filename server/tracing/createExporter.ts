import "server-only";
import { SECOND } from "#lib/time/instant.ts";
import { errorMessage } from "#lib/text/errorMessage.ts";
import type { TracingSettings } from "#server/config/tracingVariables.ts";
import type { Log } from "#server/context/context.ts";
import { toOtlp } from "./otlp.ts";
import type { Span } from "./orderSpans.ts";

/** The most spans that wait; further ones are dropped, so that an unreachable collector cannot fill the memory. */
const MOST_WAITING = 2_048;
const AT_ONCE = 512;
/** Answers of a collector after which the same spans may be sent again (OTLP/HTTP, "Retryable Response Codes"). */
const LATER = new Set([429, 502, 503, 504]);
const LONGEST_PAUSE_MS = 60 * SECOND;

export type Exporter = {
  add(span: Span): void;
  /** Sends the waiting spans once; later ones are sent as they come. */
  flush(): Promise<void>;
};

/** Collects spans and sends them to the collector. Never throws, and nothing waits for it: orders do not depend on traces. */
export function createExporter(settings: TracingSettings, log: Log): Exporter {
  const waiting: Span[] = [];
  const state = { timer: undefined as NodeJS.Timeout | undefined, pauseMs: 0, hasComplained: false };

  function schedule(ms: number): void {
    state.timer ??= setTimeout(() => {
      state.timer = undefined;
      void send();
    }, ms).unref();
  }

  async function send(): Promise<void> {
    const batch = waiting.splice(0, AT_ONCE);
    if (batch.length === 0) return;
    const outcome = await post(batch);
    if (outcome.kind === "later") {
      waiting.unshift(...batch.slice(0, Math.max(0, MOST_WAITING - waiting.length)));
      state.pauseMs = Math.min(
        LONGEST_PAUSE_MS,
        Math.max(settings.delayMs, state.pauseMs * 2, outcome.afterMs),
      );
      complain(outcome.why);
      return schedule(state.pauseMs);
    }
    state.pauseMs = 0;
    if (outcome.kind === "refused") complain(outcome.why);
    else state.hasComplained = false;
    if (waiting.length > 0) schedule(0);
  }

  type Outcome =
    | { kind: "taken" }
    | { kind: "refused"; why: string }
    | { kind: "later"; why: string; afterMs: number };

  async function post(batch: Span[]): Promise<Outcome> {
    try {
      const answer = await fetch(settings.address, {
        method: "POST",
        headers: { ...settings.headers, "content-type": "application/json" },
        body: JSON.stringify(toOtlp(batch, settings.resource)),
        redirect: "error",
        signal: AbortSignal.timeout(settings.timeoutMs),
      });
      await answer.body?.cancel();
      if (answer.ok) return { kind: "taken" };
      const why = `It answered ${answer.status}.`;
      const afterMs = Number(answer.headers.get("retry-after") ?? 0) * SECOND || 0;
      return LATER.has(answer.status) ? { kind: "later", why, afterMs } : { kind: "refused", why };
    } catch (error) {
      return { kind: "later", why: errorMessage(error), afterMs: 0 };
    }
  }

  /** Logged once, until sending succeeds again: a collector that is unreachable for a day causes one line. */
  function complain(why: string): void {
    if (state.hasComplained) return;
    state.hasComplained = true;
    log.warn({ why }, "The collector does not take traces; orders go on without them");
  }

  return {
    add: (span) => {
      if (waiting.length >= MOST_WAITING) return;
      waiting.push(span);
      schedule(settings.delayMs);
    },
    flush: async () => {
      clearTimeout(state.timer);
      state.timer = undefined;
      settings = { ...settings, delayMs: 1 };
      await send();
    },
  };
}
