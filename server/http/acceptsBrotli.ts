import "server-only";

/** Whether a request's Accept-Encoding offers Brotli. */
export function acceptsBrotli(header: string | string[] | null | undefined): boolean {
  const offers = String(header ?? "")
    .toLowerCase()
    .split(",")
    .map((offer) => offer.split(";"));
  return offers.some(([name = "", ...parameters]) => name.trim() === "br" && !parameters.some(isRefusal));
}

/** `q=0` means that the encoding is not acceptable. */
function isRefusal(parameter: string): boolean {
  return /^\s*q\s*=\s*0(\.0*)?\s*$/.test(parameter);
}
