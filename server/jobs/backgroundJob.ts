/** Something that works beside the requests, as long as the dashboard runs. */
export type BackgroundJob = {
  /** False once it is stopping. */
  running(): boolean;
  /** Takes nothing new, finishes what is running. */
  stop(): Promise<void>;
};
