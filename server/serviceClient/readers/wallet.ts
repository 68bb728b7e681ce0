import "server-only";
import { isKnownField } from "#lib/codes/fieldLabels.ts";
import type { UnreadAmount, WalletBalance, WalletReading } from "#lib/contracts/money/wallet.ts";
import { isoCurrency } from "#lib/money/currencies.ts";
import { isRecord } from "#lib/json/isRecord.ts";
import { holdsNoBalances, isAmountName, saysMinor } from "./amountNames.ts";
import { hasDecimals, normalName, pick, readInteger, readText, type JsonRecord } from "./fields.ts";
import { resolvePointer, type Pointer } from "#lib/json/pointer.ts";
import { CODE_NAMES, isEmpty } from "./placeholder.ts";
import { storable } from "./storable.ts";
import { readTimestamp } from "./timestamp.ts";

const CURRENCY_NAMES = ["currency", "currencyCode", "ccy", "isoCode", "code"];
/** Names that do not describe the amount: the name of the object around them is used instead. */
const PLAIN = new Set(["amount", "value", "minor", "minoramount", "minorvalue", "amountminor"]);
const PLAIN_HOLDERS = new Set(["wallet", "wallets", "balances", "data", "result", "accounts", "currencies"]);

/** A part of the answer that has yet to be searched: `currency` applies here, `name` is the field it was found under. */
type Scope = { value: unknown; currency: string | null; name: string | null };
type Find = { currency: string; name: string; amount: number; isMinor: boolean };
/** `inMajorUnits`: an amount has decimals, so that whole numbers may be in major units too. */
type Finds = { all: Find[]; unread: UnreadAmount[]; inMajorUnits: boolean; reads: CurrencyReader };
/** Reads what may be a currency: the text of a field, and the name of a field in a record. */
type CurrencyReader = {
  ofField: (name: string, value: unknown) => string | null;
  /** `isMap`: there are currencies among the names beside it. */
  ofKey: (key: string, isMap: boolean) => string | null;
};

/**
 * The balances of a wallet or a wallet snapshot (whose shapes are not shown): wherever a currency comes with an integer amount, also
 * one that ISO 4217 does not know. Several amounts of one currency keep their names. An amount that is no exact integer is kept as the
 * text that it is, and is never shown as zero; the whole answer is in `raw`.
 */
export function readWallet(value: unknown, pointer?: Pointer): WalletReading {
  const part = pointer === undefined ? value : (resolvePointer(value, pointer) ?? value);
  return readBalances(part, value, ANY_CURRENCY);
}

function readBalances(part: unknown, value: unknown, reads: CurrencyReader): WalletReading {
  const balances = new Map<string, NamedBalance>();
  const { all, unread } = searchAmounts(part, reads);
  for (const { currency, name, amount } of all) {
    const key = currency.toUpperCase();
    const balance = balances.get(key) ?? newBalance(currency);
    balance.amounts.push({ name: freeName(balance.taken, balance.last, name), amount });
    balances.set(key, balance);
  }
  return {
    balances: [...balances.values()].map(({ currency, amounts }) => ({ currency, amounts })),
    ...(unread.length === 0 ? {} : { unread }),
    raw: storable(value),
  };
}

/** With what `freeName` needs. */
type NamedBalance = WalletBalance & { taken: Set<string>; last: Map<string, number> };

function newBalance(currency: string): NamedBalance {
  return { currency, amounts: [], taken: new Set(), last: new Map() };
}

/** More than every currency of the world with four amounts. */
const MOST_AMOUNTS = 1_000;

function searchAmounts(value: unknown, reads: CurrencyReader): Pick<Finds, "all" | "unread"> {
  const finds: Finds = { all: [], unread: [], inMajorUnits: false, reads };
  const scopes: Scope[] = [{ value, currency: null, name: null }];
  for (let scope = scopes.pop(); scope !== undefined && !isFull(finds); scope = scopes.pop()) {
    const next: Scope[] = [];
    if (Array.isArray(scope.value)) {
      const { currency, name } = scope;
      for (const item of scope.value as unknown[]) next.push({ value: item, currency, name });
    } else if (isRecord(scope.value)) {
      searchRecord(scope.value, scope, finds, next);
    }
    // In the order of the answer; pushed one by one, because spreading a huge list overflows the stack.
    for (let index = next.length - 1; index >= 0; index -= 1) {
      const one = next[index];
      if (one !== undefined) scopes.push(one);
    }
  }
  return finds.inMajorUnits ? withoutMajorUnits(finds) : finds;
}

function isFull({ all, unread }: Finds): boolean {
  return all.length + unread.length >= MOST_AMOUNTS;
}

/** What may be in major units stays as it was written, unless the currency has an amount that is said to be in minor units. */
function withoutMajorUnits({ all, unread }: Finds): Pick<Finds, "all" | "unread"> {
  const minor = all.filter(({ isMinor }) => isMinor);
  const known = new Set(minor.map(({ currency }) => currency));
  const doubtful = all
    .filter(({ isMinor }) => !isMinor)
    .map(({ currency, name, amount }) => ({ currency, name, text: String(amount) }));
  return { all: minor, unread: [...unread, ...doubtful].filter(({ currency }) => !known.has(currency)) };
}

function searchRecord(record: JsonRecord, scope: Scope, finds: Finds, next: Scope[]): void {
  const own = currencyOf(record, finds.reads);
  const currency = own ?? scope.currency;
  const [before, unreadBefore] = [finds.all.length, finds.unread.length];
  const children: Scope[] = [];
  const entries = Object.entries(record);
  const isMap = entries.some(([key]) => isIsoKey(key));
  for (const [key, value] of entries) {
    if (isFull(finds)) return;
    const keyed = currency === null || isIsoKey(key) ? finds.reads.ofKey(key, isMap) : null;
    if (typeof value === "object" && value !== null) {
      if (holdsNoBalances(key)) continue;
      children.push({ value, currency: keyed, name: keyed === null ? key : scope.name });
      continue;
    }
    const its = keyed ?? currency;
    if (its === null || (keyed === null && !isAmountName(key))) continue;
    const isMinor = saysMinor(key);
    const amount = readInteger(value);
    const name = keyed === null ? amountName(key, scope) : (nameOf(scope) ?? "balance");
    if (amount !== null) finds.all.push({ currency: its, name, amount, isMinor });
    else if (keyed !== null || isNumberLike(value)) {
      finds.unread.push({ currency: its, name, text: unreadText(value) });
    }
    if (amount === null && !isMinor && hasDecimals(value)) finds.inMajorUnits = true;
  }
  const isUnfound = finds.all.length === before && finds.unread.length === unreadBefore;
  // No row vanishes: a currency is told also if none of its amounts can be read.
  if (own !== null && isUnfound && children.length === 0 && !isCurrencyName(scope.name ?? "")) {
    const said = Object.entries(record).find(([key, value]) => isSaid(key, value));
    finds.unread.push({ currency: own, name: "balance", text: unreadText(said?.[1]) });
  }
  // {currency, wallet: {available, reserved}}: the currency applies to nested amounts only if there was no amount beside it.
  const reach = isUnfound ? currency : null;
  for (const child of children) next.push({ ...child, currency: child.currency ?? reach });
}

/** Whether somebody may take this for an amount: a number, however large, or digits with separators. */
function isNumberLike(value: unknown): boolean {
  if (typeof value === "number") return true;
  if (typeof value !== "string") return false;
  // The spaces around it are taken away first: where they can also stand between digits, a regular expression tries all ways to divide them.
  const text = value.slice(0, 200).trim();
  return /^[-+−]?[\d.,' ]*(?:[eE][-+]?\d+)?$/.test(text) && /\d/.test(text);
}

/** Whether a field may be what the service says instead of an amount. */
function isSaid(key: string, value: unknown): boolean {
  return typeof value !== "object" && !isCurrencyName(key) && isAmountName(key);
}

function isCurrencyName(name: string): boolean {
  return CURRENCY_NAMES.some((each) => normalName(each) === normalName(name));
}

function unreadText(value: unknown): string {
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  return readText(text, 60) ?? "";
}

function currencyOf(record: JsonRecord, reads: CurrencyReader): string | null {
  for (const name of CURRENCY_NAMES) {
    const code = Object.hasOwn(record, name) ? reads.ofField(name, record[name]) : null;
    if (code !== null) return code;
  }
  // A name that is only similar, such as `Currency_Code`.
  return reads.ofField("currency", pick(record, CURRENCY_NAMES.slice(0, -1)) ?? undefined);
}

function amountName(key: string, scope: Scope): string {
  return (PLAIN.has(normalName(key)) ? nameOf(scope) : null) ?? readText(key, 100) ?? "amount";
}

function nameOf({ name }: Scope): string | null {
  return name === null || PLAIN_HOLDERS.has(normalName(name)) ? null : readText(name, 100);
}

function isIsoKey(key: string): boolean {
  return /^[A-Z]{3}$/.test(key);
}

function readCode(value: unknown): string | null {
  const code = readText(isRecord(value) ? pick(value, ["code", "currencyCode"]) : value, 20)?.trim();
  return code !== undefined && /^[A-Za-z]{3}$/.test(code) ? code.toUpperCase() : null;
}

/** Only codes of three letters, as in an order, whose other texts may be codes that were bought. */
const ISO_ONLY: CurrencyReader = {
  ofField: (_name, value) => readCode(value),
  ofKey: (key) => (isIsoKey(key) ? key : null),
};

/** Names of amounts, and of what is around them, that are written like currencies. */
const NO_CURRENCY =
  /^(?:amount|balance|value|total|sum|available|spendable|usable|free|reserved?|held|hold|locked|blocked|pending|credit|debit|limit|overdraft|minor|cents|funds?|cash|money|wallets?|accounts?|data|results?|items?|main|all|other|prepaid|bonus|used|spent|current)/i;

/** Every currency as the service writes it: `USDT`, `$`, none at all. */
const ANY_CURRENCY: CurrencyReader = {
  ofField: (name, value) =>
    name === "code" ? (readCode(value) ?? tokenOf(value)) : (readCode(value) ?? givenCurrency(value)),
  ofKey: (key, isMap) => {
    if (isIsoKey(key)) return key;
    if (key === "" || /^\p{Sc}$/u.test(key)) return key;
    if (NO_CURRENCY.test(key) || !isAmountName(key)) return null;
    const iso = /^[a-z]{3}$/i.test(key) ? isoCurrency(key) : null;
    if (iso !== null) return iso;
    // Beside currencies, a short name is one too; alone, only a name in capitals.
    return (isMap ? /^[\p{L}\p{Sc}][\p{L}\p{N}\p{Sc}]{1,9}$/u : /^[A-Z][A-Z\d]{2,9}$/).test(key) ? key : null;
  },
};

/** A currency of crypto markets under the name `code`, which names other things too. */
function tokenOf(value: unknown): string | null {
  return typeof value === "string" && /^[A-Z]{3,6}$/.test(value) ? value : null;
}

/** What stands in a field of a currency; the empty text where it is there and says none. */
function givenCurrency(value: unknown): string | null {
  if (value === null || value === "") return "";
  const text = readText(isRecord(value) ? pick(value, ["code", "currencyCode"]) : value, 21)?.trim();
  return text === undefined || text.length > 20 || /\p{C}/u.test(text) ? null : text;
}

/** `reserved`, or `reserved 2` where that is taken. `last`: the number that was given last for each name. */
function freeName(taken: Set<string>, last: Map<string, number>, name: string): string {
  let [free, count] = [name, last.get(name) ?? 1];
  while (taken.has(free)) free = `${name} ${(count += 1)}`;
  last.set(name, count);
  taken.add(free);
  return free;
}

/** Fields of an order that contain amounts but are not a wallet. */
const NO_WALLET =
  /product|line|item|price|total|payment|cost|fee|tax|discount|customer|code|pin|denomination|error|detail|voucher|card|deliver|coupon|ticket/i;
/**
 * The wallet snapshot embedded in an order's answer (docs/service-interface.md §2.3; its key is not shown): the field with such a
 * name, otherwise the only field that contains nothing but balances. Of the latter, and of one in which there may be codes, only the
 * balances are kept: a code must never be taken for a wallet and be shown.
 */
export function readWalletSnapshot(order: JsonRecord): WalletReading | null {
  const members = Object.entries(order).filter(([, value]) => typeof value === "object" && value !== null);
  const named =
    members.find(([name]) => /wallet/i.test(name)) ?? members.find(([name]) => /balance/i.test(name));
  if (named !== undefined) {
    const reading = readBalances(named[1], named[1], ISO_ONLY);
    return mayHoldCodes(named[1]) ? { ...reading, raw: null } : reading;
  }
  const others = members
    .filter(([name, value]) => !NO_WALLET.test(name) && isOnlyBalances(value))
    .map(([, value]) => readBalances(value, value, ISO_ONLY))
    .filter(({ balances }) => balances.length > 0);
  const [only] = others;
  return others.length === 1 && only !== undefined ? { ...only, raw: null } : null;
}

/** Names of codes that also name other things in wallets: an amount, an account. */
const ALSO_OF_WALLETS = new Set(["value", "number"]);

/** Whether a text or number has the name of a code and is no currency (`code: "EUR"`, `code: 978`). */
function mayHoldCodes(wallet: unknown): boolean {
  for (const { value, name } of leavesOf(wallet)) {
    const isCurrency = readCode(value) !== null || /^\d{3}$/.test(String(value));
    if (isOfCode(name) && !isEmpty(value) && !isCurrency) return true;
  }
  return false;
}

function isOfCode(name: string): boolean {
  const plain = normalName(name);
  return (CODE_NAMES.has(plain) || CODE_NAMES.has(plain.replace(/s$/, ""))) && !ALSO_OF_WALLETS.has(plain);
}

/** Whether every text is a currency or a time, and no number has a name that numbers of codes have. */
function isOnlyBalances(wallet: unknown): boolean {
  for (const { value, name } of leavesOf(wallet)) {
    if (typeof value === "string") {
      if (readCode(value) === null && readTimestamp(value) === null) return false;
    } else if (typeof value === "number" && !PLAIN.has(normalName(name)) && isKnownField(name)) {
      return false;
    }
  }
  return true;
}

type Leaf = { value: unknown; name: string };

/** Everything that is neither an object nor a list, with the nearest name around it. Iterative. */
function* leavesOf(value: unknown): Generator<Leaf, undefined> {
  const jobs: Leaf[] = [{ value, name: "" }];
  for (let job = jobs.pop(); job !== undefined; job = jobs.pop()) {
    const { value: current, name } = job;
    if (Array.isArray(current)) for (const item of current as unknown[]) jobs.push({ value: item, name });
    else if (isRecord(current))
      for (const [key, inner] of Object.entries(current)) jobs.push({ value: inner, name: key });
    else yield job;
  }
}
