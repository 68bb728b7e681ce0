import { TOKEN_SCOPES, type TokenScope } from "#lib/contracts/team/accessTokens.ts";

const WORDS: Record<TokenScope, string> = {
  "catalog.read": "see the catalog",
  "orders.read": "see orders",
  "orders.place": "place orders",
  "orders.withdraw": "withdraw its own orders",
  "stock.read": "see how many codes are left",
  "codes.find": "find the order of a code",
  "codes.reveal": "reveal codes",
  "wallet.read": "see the wallet",
  "audit.read": "see the audit log",
};

/** What a scope allows; one that no longer exists is shown unchanged. */
export function scopeInWords(scope: string): string {
  const known = TOKEN_SCOPES.find((each) => each === scope);
  return known === undefined ? scope : WORDS[known];
}
