/** Next calls this once in each server process, before the first request. */
export async function register(): Promise<void> {
  // Written out, so that the bundler leaves Node's code out of every other runtime.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { startDashboard } = await import("#server/startup/lifecycle.ts");
    await startDashboard();
  }
}
