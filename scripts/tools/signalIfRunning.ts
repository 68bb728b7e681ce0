/** Sends a signal to a process, or with a negative id to its group; does nothing if it has ended already. */
export function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}
