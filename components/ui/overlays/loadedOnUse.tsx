"use client";

import { useEffect, useEffectEvent, useState, type ComponentType } from "react";
import { tellNotLoaded } from "#components/ui/feedback/notLoaded.ts";

export type LoadedOnUse<Props> = ComponentType<Props> & {
  /** Loads its script. Rejects with the browser's error; the next call tries again. */
  load: () => Promise<void>;
};

/**
 * A component whose script is loaded when it is first rendered (and `open`, where it has that), or by `load` before that. It renders
 * nothing until then. With `lazy` in a `Suspense`, it would appear after 300 ms at the earliest, however quickly its script came: React waits
 * that long with replacing a fallback.
 *
 * A script that can't be loaded, because the network is down or a newer version was deployed, is no reason to lose the page: the member
 * is told, and `giveUp` takes back what asked for it.
 */
export function loadedOnUse<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
  giveUp: (props: Props) => void,
): LoadedOnUse<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;

  async function begin(): Promise<void> {
    try {
      loaded = await importComponent();
    } finally {
      loading = null;
    }
  }
  async function load(): Promise<void> {
    if (loaded === null) await (loading ??= begin());
  }

  function Loaded(props: Props) {
    const [Component, setComponent] = useState(() => loaded);
    const isAsked = Component === null && isOpen(props);
    const fail = useEffectEvent(() => {
      tellNotLoaded("Couldn't open this");
      giveUp(props);
    });
    useEffect(() => {
      if (!isAsked) return undefined;
      let isGone = false;
      load().then(
        () => setComponent(() => loaded),
        () => {
          if (!isGone) fail();
        },
      );
      return () => {
        isGone = true;
      };
    }, [isAsked]);
    return Component === null ? null : <Component {...props} />;
  }
  return Object.assign(Loaded, { load });
}

/** Gives up a dialog. */
export function closeDialog({ onClose }: { onClose: () => void }): void {
  onClose();
}

/** What has no `open` is rendered only while it is. */
function isOpen(props: object): boolean {
  return !("open" in props) || props.open !== false;
}
