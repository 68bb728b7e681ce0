/** The service's clock. The control interface can move it; nothing else in the program reads the time. */
export class ServiceClock {
  #offsetMs = 0;
  now(): number {
    return Date.now() + this.#offsetMs;
  }
  move(byMs: number): void {
    this.#offsetMs += byMs;
  }
  reset(): void {
    this.#offsetMs = 0;
  }
}
