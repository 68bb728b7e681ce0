import "server-only";
import type { Case } from "./small.testing.ts";

const MANY = Array.from({ length: 300 }, (_, place) => `T${place}K`);
const MANY_CURRENCIES = JSON.stringify(MANY.map((currency) => ({ currency, available: 1, reserved: 2 })));
const MANY_BALANCES = MANY.map((currency) => `${currency} available=1 reserved=2`);

/** Balances as "EUR available=100 reserved=20", one text for each currency; what is no exact integer follows as "EUR balance?12.34". */
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
    "times, states and numbers of other things are no money, however they are written",
    `{"wallet_no":4,"account_number":123456789,"currency":"EUR","currency_id":978,"balance":7,"updated_at":1764000000,
      "lastUpdated":1764000000,"as_of":1764000000000,"LAST_UPDATE":5,"expires_in":3600,"status":1,"is_active":1,"page":1,"code":0}`,
    ["EUR balance=7"],
  ],
  [
    "what else currencies say of themselves is no money",
    '{"currency":{"code":"EUR","numeric":978,"decimal_places":2},"balance":7}',
    ["EUR balance=7"],
  ],
  [
    "payments from it are no balances",
    '{"currency":"EUR","balance":7,"transactions":[{"currency":"EUR","amount":100}],"history":{"EUR":5}}',
    ["EUR balance=7"],
  ],
  [
    "major units are not read",
    '{"currency":"EUR","balanceMinor":700,"balanceMajor":7}',
    ["EUR balanceMinor=700"],
  ],
  [
    "a rate is not an amount with decimals",
    '{"currency":"EUR","balance":7,"exchangeRate":1.08,"feePercent":0.5,"formatted":"0.07"}',
    ["EUR balance=7"],
  ],
  [
    "nor is one that is written for people, or in a list of rates",
    `{"currency":"EUR","balance":7,"displayBalance":"0.07","formatted_balance":"0,07","balanceDecimal":0.07,
      "exchangeRates":{"USD":1.08,"EUR":1}}`,
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
  ["a float is not read, and not shown as zero", '{"currency":"EUR","balance":12.34}', ["EUR balance?12.34"]],
  [
    "two decimals, which may be major units, are not read either",
    '{"currency":"EUR","available":1000.00,"reserved":"20.00"}',
    ["EUR available?1000.00", "EUR reserved?20.00"],
  ],
  [
    "beside an amount with decimals, whole numbers may be major units too",
    '[{"currency":"EUR","balance":5000.50,"reserved":100},{"currency":"USD","balance":5}]',
    ["EUR balance?5000.50", "EUR reserved?100", "USD balance?5"],
  ],
  ["the same in a map", '{"EUR":"100.00","JPY":"5000"}', ["EUR balance?100.00", "JPY balance?5000"]],
  [
    "those that are said to be in minor units are read even so",
    '{"currency":"EUR","balance":50.00,"reserved":1,"balance_minor":5000}',
    ["EUR balance_minor=5000"],
  ],
  ["an integer written with a zero", '{"currency":"EUR","balance":1000.0}', ["EUR balance=1000"]],
  [
    "beyond 2^53 is kept as it is written, and no other row vanishes",
    '{"EUR":9007199254740993,"JPY":5}',
    ["JPY balance=5", "EUR balance?9007199254740993"],
  ],
  [
    "a currency that says no number is kept with what it says",
    '[{"currency":"EUR","balance":"n/a"},{"currency":"JPY"}]',
    ["EUR balance?n/a", "JPY balance?"],
  ],
  [
    "a currency that ISO 4217 does not know is kept as it is written",
    '[{"currency":"USDT","balance":1},{"currency":"DIEM","balance":2},{"currency":"$","balance":3},{"currency":"","balance":4}]',
    ["USDT balance=1", "DIEM balance=2", "$ balance=3", " balance=4"],
  ],
  [
    "the same in a map",
    '{"EUR":1,"USDT":2,"$":3,"":4,"total":10}',
    ["EUR balance=1", "USDT balance=2", "$ balance=3", " balance=4"],
  ],
  ["the same under code", '{"balances":[{"code":"USDT","amount":1}]}', ["USDT amount=1"]],
  [
    "usd and USD are one",
    '[{"currency":"usd","balance":1},{"currency":"USD","reserved":2},{"currency":"usdt","balance":3},{"currency":"USDT","reserved":4}]',
    ["USD balance=1 reserved=2", "usdt balance=3 reserved=4"],
  ],
  ["small letters in a map", '{"eur":1,"usd":2}', ["EUR balance=1", "USD balance=2"]],
  ["every currency of the world is kept", MANY_CURRENCIES, MANY_BALANCES],
  ["no currency", '{"balance":1234}', []],
  ["a bare number", "1234", []],
  ["null amounts", '{"EUR":null}', ["EUR balance?"]],
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
