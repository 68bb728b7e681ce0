/** The reason as a request states it; a blank one is left out. */
export function statedReason(typed: string): { reason?: string } {
  const reason = typed.trim();
  return reason === "" ? {} : { reason };
}
