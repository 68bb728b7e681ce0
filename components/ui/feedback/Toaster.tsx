"use client";

import { X } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useCallback, useEffect, useRef, useState } from "react";
import { cx } from "#components/ui/cx.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { IconButton } from "#components/ui/actions/IconButton.tsx";
import { onToast, type ToastMessage } from "./toast.ts";
import { WithValues } from "#components/ui/display/WithValues.tsx";
import { TONE_TEXT } from "#components/ui/display/tones.ts";
import { useFootTaken } from "./useFootTaken.ts";
import { isDialogOpen } from "#components/ui/isDialogOpen.ts";

const SHOWN_MS = 6_000;
const AT_ONCE = 3;
/** The heads of the sandbox and of the page are 76 px high. */
const UNDER_HEAD = "top-21";

/**
 * At the foot of the page, or under its head while the foot has buttons, which stay in reach. The live region exists before the
 * first message, because regions that are added together with their text are often not read.
 */
export function Toaster() {
  const [messages, setMessages] = useState<ToastMessage[]>([]);
  const isFootTaken = useFootTaken(messages.length > 0);
  useEffect(() => onToast((message) => setMessages((shown) => [...shown, message].slice(-AT_ONCE))), []);
  const drop = useCallback(
    (id: number) => setMessages((shown) => shown.filter((message) => message.id !== id)),
    [],
  );
  return (
    <div
      aria-live="polite"
      className={cx(
        "print-hidden pointer-events-none fixed inset-x-4 bottom-20 z-40 flex flex-col items-end gap-2",
        isFootTaken && UNDER_HEAD,
      )}
    >
      {messages.map((message) => (
        <Toast key={message.id} message={message} onDrop={drop} />
      ))}
    </div>
  );
}

function Toast({ message, onDrop }: { message: ToastMessage; onDrop: (id: number) => void }) {
  const [isPaused, setPaused] = useState(false);
  const [cameBehindDialog] = useState(isDialogOpen);
  /** What had the focus before this message. */
  const before = useRef<EventTarget>(null);
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setInterval(() => {
      // Behind a dialog it can be neither read nor pressed: if it came there, it waits until that is closed.
      if (!cameBehindDialog || !isDialogOpen()) onDrop(message.id);
    }, SHOWN_MS);
    return () => clearInterval(timer);
  }, [cameBehindDialog, isPaused, message.id, onDrop]);
  function leave() {
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    onDrop(message.id);
  }
  return (
    <div
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
        setPaused(true);
      }}
      onBlur={() => setPaused(false)}
      className="pointer-events-auto flex w-full max-w-sm items-start gap-2 rounded-md border border-line bg-raised py-2 ps-3 pe-1.5 shadow-raised"
    >
      <div className="min-w-0 grow py-1 wrap-anywhere">
        <p className={cx("font-medium", TONE_TEXT[message.tone])}>
          <WithValues text={message.title} values={message.values} />
        </p>
        {message.detail ? (
          <p className="text-ink-soft">
            <WithValues text={message.detail} values={message.values} />
          </p>
        ) : null}
      </div>
      {message.action === null ? null : (
        <Button
          size="small"
          onClick={() => {
            message.action?.act();
            leave();
          }}
        >
          {message.action.label}
        </Button>
      )}
      <IconButton size="small" label="Dismiss" onClick={leave}>
        <Icon shape={X} className="size-4" />
      </IconButton>
    </div>
  );
}
