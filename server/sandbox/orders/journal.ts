import { closeSync, fdatasync, ftruncateSync, openSync, readFileSync, write } from "node:fs";

/** One line of the journal: JSON, complete with its newline or not there at all. */
export type Entry = Record<string, unknown>;

/**
 * An append-only file. `append` resolves when the entry is on the disk (fdatasync), so that nothing is answered
 * that a `kill -9` or a power cut could take back. Entries that arrive together share one flush.
 */
export class Journal {
  #file: number;
  #waiting: { line: string; done: (error?: Error) => void }[] = [];
  #flushing = false;

  private constructor(file: number) {
    this.#file = file;
  }

  /** Opens the journal, replays it, and cuts off a last line that a crash tore. */
  static open(path: string): { journal: Journal; entries: Entry[] } {
    const file = openSync(path, "a+", 0o600);
    const bytes = readFileSync(path);
    const end = bytes.lastIndexOf(0x0a) + 1;
    if (end < bytes.length) ftruncateSync(file, end);
    const entries = bytes
      .subarray(0, end)
      .toString("utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map(parseEntry);
    return { journal: new Journal(file), entries };
  }

  append(entry: Entry): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        line: `${JSON.stringify(entry)}\n`,
        done: (error) => (error === undefined ? resolve() : reject(error)),
      });
      if (!this.#flushing) this.#flush();
    });
  }

  close(): void {
    closeSync(this.#file);
  }

  #flush(): void {
    const batch = this.#waiting.splice(0);
    if (batch.length === 0) {
      this.#flushing = false;
      return;
    }
    this.#flushing = true;
    const finish = (error: Error | null): void => {
      for (const { done } of batch) done(error ?? undefined);
      this.#flush();
    };
    write(this.#file, batch.map(({ line }) => line).join(""), (error) => {
      if (error === null) fdatasync(this.#file, finish);
      else finish(error);
    });
  }
}

function parseEntry(line: string): Entry {
  const value: unknown = JSON.parse(line);
  if (typeof value !== "object" || value === null)
    throw new Error("the journal holds a line that is no object");
  return { ...value };
}
