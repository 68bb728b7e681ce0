"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "#components/ui/actions/Button.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { pressedLink } from "./pressedLink.ts";
import { askBeforeLeaving, dropUnsaved, isOtherPage, leavePage, unsavedForms } from "./unsavedChanges.ts";

/**
 * For pages with forms that are saved by a button: asks before unsaved changes are lost by a link, by the palette, by going back, or by closing
 * or loading the page again, for which browsers have a question of their own.
 */
export function LeaveQuestion() {
  const router = useRouter();
  const [asked, setAsked] = useState<{ leave: () => void; forms: string[] } | null>(null);
  const follow = useEffectEvent((event: MouseEvent) => {
    const to = pressedLink(event);
    if (to === null || unsavedForms().length === 0 || !isOtherPage(to)) return;
    event.preventDefault();
    event.stopPropagation();
    leavePage(() => router.push(to), to);
  });

  useEffect(() => {
    const stop = askBeforeLeaving((leave) => setAsked({ leave, forms: unsavedForms() }));
    const onUnload = (event: BeforeUnloadEvent) => {
      if (unsavedForms().length > 0) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => follow(event);
    window.addEventListener("beforeunload", onUnload);
    // Browsers without it go back without asking: there is no other way to hold that up.
    const history = "navigation" in window ? window.navigation : null;
    history?.addEventListener("navigate", askBeforeGoingBack);
    // Before the link itself hears of it.
    document.addEventListener("click", onClick, true);
    return () => {
      stop();
      window.removeEventListener("beforeunload", onUnload);
      history?.removeEventListener("navigate", askBeforeGoingBack);
      document.removeEventListener("click", onClick, true);
      dropUnsaved();
    };
  }, []);

  return (
    <Modal
      open={asked !== null}
      onClose={() => setAsked(null)}
      title="Leave without saving?"
      description={`Changes are not saved yet and would be lost: ${asked?.forms.join(", ") ?? ""}.`}
      footer={
        <>
          <Button
            variant="danger"
            onClick={() => {
              dropUnsaved();
              setAsked(null);
              asked?.leave();
            }}
          >
            Leave without saving
          </Button>
          <Button variant="primary" onClick={() => setAsked(null)}>
            Keep editing
          </Button>
        </>
      }
    />
  );
}

function askBeforeGoingBack(event: NavigateEvent): void {
  const { navigationType, cancelable, destination } = event;
  if (navigationType !== "traverse" || !cancelable || unsavedForms().length === 0) return;
  if (!isOtherPage(destination.url)) return;
  event.preventDefault();
  leavePage(() => void window.navigation.traverseTo(destination.key), destination.url);
}
