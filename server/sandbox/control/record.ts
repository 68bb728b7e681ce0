/** What the service received, for the tests that use it as an oracle. */
export type ReceivedRequest = {
  at: number;
  method: string;
  path: string;
  operation: string | null;
  /** The prefix of the key only. */
  keyPrefix: string | null;
  /** The externalOrderCode of a POST, or the reference of a GET. */
  code: string | null;
  /** The exact bytes of a POST, base64. */
  body: string | null;
  status: number | null;
};

/** Keeps the latest requests; only with the control interface on. */
export class RequestRecord {
  #requests: ReceivedRequest[] = [];
  readonly #limit: number;

  constructor(limit = 100_000) {
    this.#limit = limit;
  }

  add(request: ReceivedRequest): void {
    this.#requests.push(request);
    if (this.#requests.length > this.#limit) this.#requests.splice(0, Math.ceil(this.#limit / 10));
  }

  all(): readonly ReceivedRequest[] {
    return this.#requests;
  }

  clear(): void {
    this.#requests = [];
  }
}
