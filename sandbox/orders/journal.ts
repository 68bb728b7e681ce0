import {
  closeSync,
  constants,
  fdatasync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  write,
} from "node:fs";
import path from "node:path";

/** One line of the journal: JSON, complete with its newline or not there at all. */
export type Entry = Record<string, unknown>;

/** The calls that a full disk can refuse or do partially; tests replace the disk. */
export type Disk = {
  /** Appends what follows `from`, or part of it. */
  write(
    file: number,
    bytes: Buffer,
    from: number,
    done: (error: Error | null, written: number) => void,
  ): void;
  flush(file: number, done: (error: Error | null) => void): void;
  truncate(file: number, length: number): void;
};
const DISK: Disk = {
  write: (file, bytes, from, done) => write(file, bytes, from, bytes.length - from, null, done),
  flush: fdatasync,
  truncate: ftruncateSync,
};

/** Not through a link: root would write into any file, if another account put one there. */
const OPENED = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW;

type Waiting = { line: string; done: (error: Error | null) => void };

/**
 * An append-only file. `append` resolves when the entry is on the disk (fdatasync), so that nothing is answered
 * that a `kill -9` or a power cut could undo. Entries that arrive together share one flush.
 */
export class Journal {
  #file: number;
  readonly #disk: Disk;
  /** Bytes known to be whole lines on the disk. */
  #length: number;
  #waiting: Waiting[] = [];
  #flushing = false;
  #broken: Error | null = null;

  private constructor(file: number, length: number, disk: Disk) {
    this.#file = file;
    this.#disk = disk;
    this.#length = length;
  }

  /** Opens the journal, replays it, and removes an incomplete last line that a crash left. Throws an Error with one clear sentence. */
  static open(place: string, disk = DISK): { journal: Journal; entries: Entry[] } {
    const file = openSync(place, OPENED, 0o600);
    syncDirectory(path.dirname(place));
    const bytes = readFileSync(file);
    const entries: Entry[] = [];
    let whole = 0;
    for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, whole)) {
      const entry = parseEntry(bytes.subarray(whole, end).toString("utf8"));
      if (entry === null) {
        // A crash can tear only the last line. One in the middle means that another program wrote here.
        if (bytes.indexOf(0x0a, end + 1) === -1) break;
        throw new Error(
          `The journal ${place} is damaged at line ${entries.length + 1}; move it away to start afresh`,
        );
      }
      entries.push(entry);
      whole = end + 1;
    }
    if (whole < bytes.length) ftruncateSync(file, whole);
    return { journal: new Journal(file, whole, disk), entries };
  }

  append(entry: Entry): Promise<void> {
    if (this.#broken !== null) return Promise.reject(this.#broken);
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        line: `${JSON.stringify(entry)}\n`,
        done: (error) => (error === null ? resolve() : reject(error)),
      });
      if (!this.#flushing) this.#flush();
    });
  }

  close(): void {
    closeSync(this.#file);
  }

  #flush(): void {
    const batch = this.#waiting.splice(0);
    this.#flushing = batch.length > 0;
    if (!this.#flushing) return;
    const bytes = Buffer.from(batch.map(({ line }) => line).join(""));
    this.#write(bytes, 0, (error) => {
      if (error === null) this.#length += bytes.length;
      else this.#undo(error);
      for (const { done } of batch) done(error);
      this.#flush();
    });
  }

  /** Writes all of it to the disk, or fails: a single write may accept only a part. */
  #write(bytes: Buffer, from: number, done: (error: Error | null) => void): void {
    this.#disk.write(this.#file, bytes, from, (error, written) => {
      if (error !== null) done(error);
      else if (from + written < bytes.length) this.#write(bytes, from + written, done);
      else this.#disk.flush(this.#file, done);
    });
  }

  /** Cleans up after a full disk: no incomplete line may precede the next one, and a refused entry must not reappear. */
  #undo(cause: Error): void {
    try {
      this.#disk.truncate(this.#file, this.#length);
    } catch {
      this.#broken = cause;
    }
  }
}

/** After a power cut, a new file only exists if its directory was written to the disk as well. */
function syncDirectory(directory: string): void {
  const handle = openSync(directory, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function parseEntry(line: string): Entry | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
