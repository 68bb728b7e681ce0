/** What is known about what is typed: the answer to `q`, the last text that was asked about. */
export type SearchAnswer<T> = {
  q: string;
  items: readonly T[];
  /** Why there is no answer. */
  error: unknown;
};

/**
 * A search while somebody types: at most one request is in flight, and when it is answered, the text typed by then is asked about
 * next; those in between never are. Answers come in the order of the texts, so none is replaced by that to an older text.
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

  /** No answer is told from now on. */
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
