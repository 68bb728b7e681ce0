import "server-only";
import type { Encoding } from "#server/context/keptBody.ts";

const PREFERRED: readonly Encoding[] = ["br", "gzip"];

/** The best encoding that a request's Accept-Encoding offers; null if it offers none that we support. */
export function acceptedEncoding(header: string | string[] | null | undefined): Encoding | null {
  const offers = String(header ?? "")
    .toLowerCase()
    .split(",")
    .map((offer) => offer.split(";"));
  return (
    PREFERRED.find((encoding) =>
      offers.some(([name = "", ...parameters]) => name.trim() === encoding && !parameters.some(isRefusal)),
    ) ?? null
  );
}

/** `q=0` means that the encoding is not acceptable. */
function isRefusal(parameter: string): boolean {
  return /^\s*q\s*=\s*0(\.0*)?\s*$/.test(parameter);
}
