import "server-only";
import { isKnownField } from "#lib/codes/fieldLabels.ts";
import type { WalletAmount, WalletReading } from "#lib/contracts/wallet.ts";
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
type Finds = { all: Find[]; inMajorUnits: boolean };

/**
 * The balances of a wallet or a wallet snapshot (whose shapes are not shown): wherever a currency code comes with an integer
 * amount. Several amounts of one currency keep their names. What cannot be read stays in `raw` and is never shown as zero.
 */
export function readWallet(value: unknown, pointer?: Pointer): WalletReading {
  const balances = new Map<string, WalletAmount[]>();
  const part = pointer === undefined ? value : (resolvePointer(value, pointer) ?? value);
  for (const { currency, name, amount } of searchAmounts(part)) {
    const amounts = balances.get(currency) ?? [];
    amounts.push({ name: freeName(amounts, name), amount });
    balances.set(currency, amounts);
  }
  return {
    balances: [...balances].map(([currency, amounts]) => ({ currency, amounts })),
    raw: storable(value),
  };
}

const MOST_AMOUNTS = 200;

function searchAmounts(value: unknown): Find[] {
  const finds: Finds = { all: [], inMajorUnits: false };
  const scopes: Scope[] = [{ value, currency: null, name: null }];
  for (
    let scope = scopes.pop();
    scope !== undefined && finds.all.length < MOST_AMOUNTS;
    scope = scopes.pop()
  ) {
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
  return finds.inMajorUnits ? finds.all.filter(({ isMinor }) => isMinor) : finds.all;
}

function searchRecord(record: JsonRecord, scope: Scope, finds: Finds, next: Scope[]): void {
  const currency = currencyOf(record) ?? scope.currency;
  const before = finds.all.length;
  const children: Scope[] = [];
  for (const [key, value] of Object.entries(record)) {
    if (finds.all.length >= MOST_AMOUNTS) return;
    const keyed = isCurrencyKey(key);
    if (typeof value === "object") {
      if (holdsNoBalances(key)) continue;
      children.push({ value, currency: keyed ? key : null, name: keyed ? scope.name : key });
      continue;
    }
    const its = keyed ? key : currency;
    if (its === null || !isAmountName(key)) continue;
    const isMinor = saysMinor(key);
    const amount = readInteger(value);
    const name = keyed ? (nameOf(scope) ?? "balance") : amountName(key, scope);
    if (amount !== null) finds.all.push({ currency: its, name, amount, isMinor });
    else if (!isMinor && hasDecimals(value)) finds.inMajorUnits = true;
  }
  // {currency, wallet: {available, reserved}}: the currency applies to nested amounts only if there was no amount beside it.
  const reach = finds.all.length === before ? currency : null;
  for (const child of children) next.push({ ...child, currency: child.currency ?? reach });
}

function currencyOf(record: JsonRecord): string | null {
  for (const name of CURRENCY_NAMES) {
    const code = Object.hasOwn(record, name) ? readCode(record[name]) : null;
    if (code !== null) return code;
  }
  return readCode(pick(record, CURRENCY_NAMES));
}

function amountName(key: string, scope: Scope): string {
  return (PLAIN.has(normalName(key)) ? nameOf(scope) : null) ?? readText(key, 100) ?? "amount";
}

function nameOf({ name }: Scope): string | null {
  return name === null || PLAIN_HOLDERS.has(normalName(name)) ? null : readText(name, 100);
}

function isCurrencyKey(key: string): boolean {
  return /^[A-Z]{3}$/.test(key);
}

function readCode(value: unknown): string | null {
  const code = readText(isRecord(value) ? pick(value, ["code", "currencyCode"]) : value, 20)?.trim();
  return code !== undefined && /^[A-Za-z]{3}$/.test(code) ? code.toUpperCase() : null;
}

function freeName(taken: readonly WalletAmount[], name: string): string {
  const isTaken = (wanted: string) => taken.some((amount) => amount.name === wanted);
  if (!isTaken(name)) return name;
  let count = 2;
  while (isTaken(`${name} ${count}`)) count += 1;
  return `${name} ${count}`;
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
    const reading = readWallet(named[1]);
    return mayHoldCodes(named[1]) ? { ...reading, raw: null } : reading;
  }
  const others = members
    .filter(([name, value]) => !NO_WALLET.test(name) && isOnlyBalances(value))
    .map(([, value]) => readWallet(value))
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
