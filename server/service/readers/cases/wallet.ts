import "server-only";
import type { Case } from "./small.ts";

/** Balances as "EUR available=100 reserved=20", one text for each currency. */
export const WALLETS: Case<string[]>[] = [
  ["a map", '{"EUR":1234,"JPY":500}', ["EUR balance=1234", "JPY balance=500"]],
  [
    "a list of objects",
    '[{"currency":"EUR","balance":1234},{"currency":"USD","balance":5}]',
    ["EUR balance=1234", "USD balance=5"],
  ],
  ["one object", '{"currencyCode":"EUR","balance":1234}', ["EUR balance=1234"]],
  [
    "several amounts keep their names",
    '{"currency":"EUR","available":100,"reserved":20,"total":120}',
    ["EUR available=100 reserved=20 total=120"],
  ],
  [
    "a map of objects",
    '{"balances":{"EUR":{"available":100,"reserved":20}}}',
    ["EUR available=100 reserved=20"],
  ],
  [
    "amounts with a currency each",
    '{"available":{"amount":100,"currency":"EUR"},"reserved":{"amount":20,"currency":"EUR"}}',
    ["EUR available=100 reserved=20"],
  ],
  ["the currency above the amounts", '{"currency":"EUR","wallet":{"available":100}}', ["EUR available=100"]],
  ["a currency object", '{"currency":{"code":"EUR","exponent":2},"balance":7}', ["EUR balance=7"]],
  ["small letters", '{"currency":"eur","balance":7}', ["EUR balance=7"]],
  [
    "ids and versions are no money",
    '{"id":9,"walletId":8,"version":3,"currency":"EUR","balance":7}',
    ["EUR balance=7"],
  ],
  [
    "two wallets of one currency",
    '[{"currency":"EUR","balance":1},{"currency":"EUR","balance":2}]',
    ["EUR balance=1 balance 2=2"],
  ],
  ["negative: overdrawn", '{"EUR":-5}', ["EUR balance=-5"]],
  ["digits in a text", '{"currency":"EUR","balance":"1234"}', ["EUR balance=1234"]],
  ["a zero that was said", '{"EUR":0}', ["EUR balance=0"]],
  ["a float is not read, and not shown as zero", '{"currency":"EUR","balance":12.34}', []],
  [
    "two decimals, which may be major units, are not read either",
    '{"currency":"EUR","available":1000.00,"reserved":"20.00"}',
    [],
  ],
  ["an integer written with a zero", '{"currency":"EUR","balance":1000.0}', ["EUR balance=1000"]],
  ["beyond 2^53 is not read", '{"EUR":9007199254740993}', []],
  ["no currency", '{"balance":1234}', []],
  ["a bare number", "1234", []],
  ["null amounts", '{"EUR":null}', []],
  ["null", "null", []],
  [
    "a deep one",
    `${'{"a":'.repeat(50_000)}{"currency":"EUR","balance":1}${"}".repeat(50_000)}`,
    ["EUR balance=1"],
  ],
];

/** The order's body → the balances of the snapshot in it; null: none found. */
export const SNAPSHOTS: Case<string[] | null>[] = [
  ["under wallet", '{"orderId":1,"wallet":{"EUR":5}}', ["EUR balance=5"]],
  [
    "under walletSnapshot, as a list",
    '{"walletSnapshot":[{"currency":"EUR","balance":5}]}',
    ["EUR balance=5"],
  ],
  ["under an undocumented name", '{"orderId":1,"funds":{"currency":"EUR","left":5}}', ["EUR left=5"]],
  ["under balances", '{"balances":{"EUR":5}}', ["EUR balance=5"]],
  ["one that cannot be read is still shown", '{"wallet":{"note":"n/a"}}', []],
  ["another member that holds no balances is not shown as one", '{"account":{"id":5,"name":"Shop"}}', null],
  ["a wallet that is null", '{"wallet":null}', null],
  [
    "the order's own currency and price are no wallet",
    '{"orderId":1,"currency":"EUR","price":5,"products":[{"currency":"EUR","price":5}]}',
    null,
  ],
  [
    "codes with a currency and an amount are no wallet",
    '{"vouchers":[{"voucher":"S","currency":"EUR","value":5}]}',
    null,
  ],
  [
    "codes under an undocumented name are no wallet",
    '{"goods":[{"secret":"S-1","currency":"EUR","value":5}],"gifts":[{"pin":12345678,"currency":"EUR"}]}',
    null,
  ],
  ["two nameless candidates: neither", '{"a":{"EUR":1},"b":{"EUR":2}}', null],
  ["nothing", "{}", null],
];
