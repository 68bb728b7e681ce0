/** What is known for the typed text: the answer for `q`, the last text that was requested. */
export type SearchAnswer<T> = {
  q: string;
  items: readonly T[];
  /** Why there is no answer. */
  error: unknown;
};

/**
 * Searches while somebody types. At most one request is in flight; when it is answered, the current text is requested next and
 * intermediate ones are skipped. Answers come in the order of the requests, so an older one never replaces a newer one.
 */
export class LatestSearch<T> {
  #wanted: string | null = null;
  #isBusy = false;
  #isStopped = false;
  readonly #search: (q: string) => Promise<readonly T[]>;
  readonly #onAnswer: (answer: SearchAnswer<T>) => void;

  constructor(search: (q: string) => Promise<readonly T[]>, onAnswer: (answer: SearchAnswer<T>) => void) {
    this.#search = search;
    this.#onAnswer = onAnswer;
  }

  ask(q: string): void {
    this.#wanted = q;
    if (!this.#isBusy) void this.#run();
  }

  /** Ignores all further answers. */
  stop(): void {
    this.#isStopped = true;
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    for (let asked: string | null = null; this.#wanted !== null && asked !== this.#wanted;) {
      asked = this.#wanted;
      const answer = await this.#answerTo(asked);
      if (this.#isStopped) return;
      this.#onAnswer(answer);
    }
    this.#isBusy = false;
  }

  async #answerTo(q: string): Promise<SearchAnswer<T>> {
    try {
      return { q, items: await this.#search(q), error: null };
    } catch (error) {
      return { q, items: [], error };
    }
  }
}
