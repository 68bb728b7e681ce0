import { useState } from "react";
import type { Problem } from "#lib/contracts/problem.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";

/** One search by a code at a time, with what the last one has found or why it failed. */
export function useCodeSearch<T>() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [found, setFound] = useState<T | null>(null);

  async function search(find: () => Promise<T>): Promise<void> {
    setBusy(true);
    setProblem(null);
    setFound(null);
    try {
      setFound(await find());
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  }
  return { busy, problem, found, search };
}
