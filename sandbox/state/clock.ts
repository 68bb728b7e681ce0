/** The service's clock. The control interface can move and stop it; nothing else in the program reads the time. */
export class ServiceClock {
  #offsetMs = 0;
  #stoppedAt: number | null = null;
  now(): number {
    return (this.#stoppedAt ?? Date.now()) + this.#offsetMs;
  }
  move(byMs: number): void {
    this.#offsetMs += byMs;
  }
  /** Shows this time from now on, until it is moved. */
  stop(at: number): void {
    this.#stoppedAt = at;
    this.#offsetMs = 0;
  }
  reset(): void {
    this.#offsetMs = 0;
    this.#stoppedAt = null;
  }
}
