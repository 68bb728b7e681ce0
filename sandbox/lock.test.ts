import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockDirectory } from "./lock.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "codedesk-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function failure(directory: string): unknown {
  try {
    return lockDirectory(directory);
  } catch (error) {
    return error;
  }
}

describe("the lock of a data directory", () => {
  it("is held by one at a time, who is named by a note that only its owner reads", () => {
    const release = lockDirectory(folder);
    const note = path.join(folder, "sandbox.pid");
    expect(readFileSync(note, "utf8")).toBe(`${process.pid}\n`);
    expect(statSync(note).mode & 0o777).toBe(0o600);
    expect(existsSync(path.join(folder, "sandbox.lock.sqlite"))).toBe(true);
    const held = `Another sandbox (process ${process.pid}) works on ${folder}; stop it first`;
    expect(() => lockDirectory(folder)).toThrow(held);
    expect(failure(folder)).toMatchObject({ cause: { errcode: 5 } });
    rmSync(note);
    expect(() => lockDirectory(folder)).toThrow(`Another sandbox works on ${folder}; stop it first`);
    release();
    lockDirectory(folder)();
  });

  it("is refused in a directory that cannot be written, and leaves no lock behind then", () => {
    const missing = path.join(folder, "missing");
    expect(() => lockDirectory(missing)).toThrow(`The data directory ${missing} cannot be written`);
    expect(failure(missing)).toMatchObject({ cause: { message: "unable to open database file" } });
    const note = path.join(folder, "sandbox.pid");
    mkdirSync(note);
    expect(() => lockDirectory(folder)).toThrow(`The data directory ${folder} cannot be written`);
    rmSync(note, { recursive: true });
    lockDirectory(folder)();
  });
});
