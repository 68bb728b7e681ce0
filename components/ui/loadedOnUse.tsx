"use client";

import { useEffect, useState, type ComponentType } from "react";

export type LoadedOnUse<Props> = ComponentType<Props> & {
  /** Loads its script. Rejects with the browser's error; the next call tries again. */
  load: () => Promise<void>;
};

/**
 * A component whose script is loaded when it is first rendered, or by `load` before that. It renders nothing until then. With `lazy` in a
 * `Suspense`, it would appear after 300 ms at the earliest, however quickly its script came: React waits that long with replacing a fallback.
 */
export function loadedOnUse<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
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
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    useEffect(() => {
      load().then(
        () => setComponent(() => loaded),
        (error: unknown) => setFailure({ error }),
      );
    }, []);
    // For the page's error boundary.
    if (failure !== null) throw failure.error;
    return Component === null ? null : <Component {...props} />;
  }
  return Object.assign(Loaded, { load });
}
