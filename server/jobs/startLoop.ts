import "server-only";

export type Loop = {
  /** Begins the next round at once. */
  wake(): void;
  /** Begins no more rounds; resolves when the current one is done. */
  stop(): Promise<void>;
};

/**
 * Runs rounds one after the other until it is stopped. Each returns how long to wait before the next one, in milliseconds, and
 * never throws.
 */
export function startLoop(round: () => Promise<number>): Loop {
  const state: { stopping: boolean; wake: (() => void) | null } = { stopping: false, wake: null };

  async function run(): Promise<void> {
    while (!state.stopping) {
      const pause = await round();
      if (pause > 0 && !state.stopping) await rest(pause);
    }
  }

  function rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      state.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  const done = run();
  return {
    wake: () => state.wake?.(),
    stop: async () => {
      state.stopping = true;
      state.wake?.();
      await done;
    },
  };
}
