/** Work that continues beside the requests for as long as the dashboard runs. */
export type BackgroundJob = {
  /** False once it is stopping. */
  running(): boolean;
  /** Starts nothing new, and finishes what is running. */
  stop(): Promise<void>;
};
