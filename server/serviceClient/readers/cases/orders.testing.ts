import "server-only";
import { SCRUBBED_WORD } from "#lib/contracts/text/scrubbedWord.ts";
import type { OrderReport } from "#lib/orders/lifecycle/orderReport.ts";
import type { Case } from "./small.testing.ts";

const READY = Date.UTC(2026, 6, 15, 12, 30);

/** What the report has to contain; null: the answer is not about an order. */
export const ORDERS: Case<Partial<OrderReport> | null>[] = [
  [
    "just accepted",
    '{"orderId":55,"status":"processing","estimatedReadyAt":"2026-07-15T12:30:00Z","wallet":{"EUR":5}}',
    { outcome: "processing", orderId: "55", statusName: "processing", estimatedReadyAt: READY, codeCount: 0 },
  ],
  [
    "as JSON:API answers",
    '{"data":{"type":"orders","id":"55","attributes":{"status":"completed","products":[{"productId":1,"pin":"A"}]}}}',
    { outcome: "completed", orderId: "55", codeCount: 1 },
  ],
  [
    "the bare processing body says nothing about what it leaves out",
    '{"status":"processing","message":"Order is still processing"}',
    {
      outcome: "processing",
      orderId: null,
      estimatedReadyAt: null,
      message: "Order is still processing",
      wallet: null,
    },
  ],
  [
    "completed",
    '{"orderId":55,"status":"completed","products":[{"productId":1,"pin":"A"},{"productId":1,"pin":"B"}]}',
    { outcome: "completed", codeCount: 2 },
  ],
  [
    "partial by what it carries, whatever its name",
    '{"status":"odd","delivered":3,"total":5}',
    { outcome: "partial", delivered: 3, ordered: 5, statusName: "odd" },
  ],
  [
    "partial though it is called completed",
    '{"status":"completed","delivered":3,"total":5}',
    { outcome: "partial" },
  ],
  [
    "partial with a reason",
    `{"status":"x","delivered":3,"${SCRUBBED_WORD}":5,"reason":"sold out"}`,
    { outcome: "partial", reason: "sold out" },
  ],
  [
    "delivered without a count ordered",
    '{"status":"x","delivered":3}',
    { outcome: "partial", ordered: null },
  ],
  ["delivered equals ordered", '{"status":"done","delivered":5,"total":5}', { outcome: "completed" }],
  [
    "codes under an unknown name",
    '{"status":"fulfilled","products":[{"pin":"A"}]}',
    { outcome: "completed", codeCount: 1 },
  ],
  [
    "nothing delivered, by its reason",
    '{"status":"odd","reason":"Out of stock"}',
    { outcome: "undelivered", reason: "Out of stock" },
  ],
  [
    "nothing delivered, with a zero",
    '{"status":"odd","delivered":0,"total":5,"reason":"x"}',
    { outcome: "undelivered", delivered: 0, ordered: 5 },
  ],
  [
    "a reason that is an object",
    '{"status":"odd","reason":{"code":1,"message":"gone"}}',
    { outcome: "undelivered", reason: "gone" },
  ],
  [
    "a zero without a reason is no last word",
    '{"status":"queued","delivered":0,"total":5}',
    { outcome: "unrecognised" },
  ],
  [
    "a zero though it is called completed",
    '{"status":"completed","delivered":0,"total":5}',
    { outcome: "unrecognised" },
  ],
  ...["N/A", "none", "-", "OK", "success", "pending", "In progress"].map(
    (reason): Case<Partial<OrderReport> | null> => [
      `“${reason}” is no reason`,
      JSON.stringify({ orderId: 7, status: "accepted", reason }),
      { outcome: "unrecognised", reason: null },
    ],
  ),
  [
    "a reason for nothing to be delivered, in a word",
    '{"status":"odd","reason":"Unavailable"}',
    { outcome: "undelivered", reason: "Unavailable" },
  ],
  [
    "all codes beside a filler for a reason",
    '{"status":"completed","reason":"n/a","products":[{"pin":"A"}]}',
    { outcome: "completed", reason: null },
  ],
  [
    "codes in the texts beside them are hidden: more people may read these",
    '{"status":"sent: AAAA-1111","message":"Your codes: AAAA-1111, BBBB.","reason":"AAAA-1111 and 12 are valid","products":[{"pin":"AAAA-1111"},{"pin":{"code":"BBBB","cvv":"12"}}]}',
    {
      statusName: "sent: [code]",
      message: "Your codes: [code], [code].",
      reason: "[code] and 12 are valid",
      codeCount: 2,
    },
  ],
  [
    "a wallet in which there may be codes: only its balances are kept",
    '{"orderId":7,"status":"x","balance":{"EUR":100,"giftCards":[{"code":"XYZ1","pin":"1"}]}}',
    { wallet: { balances: [{ currency: "EUR", amounts: [{ name: "balance", amount: 100 }] }], raw: null } },
  ],
  [
    "a wallet whose members have names that codes have too",
    '{"orderId":7,"status":"x","wallet":{"number":"W-1","code":"EUR","value":"10.00"}}',
    {
      wallet: { balances: [], raw: { number: "W-1", code: "EUR", value: "10.00" } },
    },
  ],
  ...["response", "payload"].map((name): Case<Partial<OrderReport> | null> => [
    `wrapped in ${name}`,
    JSON.stringify({ [name]: { order: { orderId: 77, status: "processing" } } }),
    { outcome: "processing", orderId: "77" },
  ]),
  [
    "the only one of a list of orders",
    '{"orders":[{"orderId":77,"status":"processing"}]}',
    { outcome: "processing", orderId: "77" },
  ],
  ["one of several in a list of orders", '{"orders":[{"orderId":77},{"orderId":78}]}', null],
  [
    "a reason of null is none",
    '{"status":"processing","reason":null}',
    { outcome: "processing", reason: null },
  ],
  [
    "processing wins over what came early",
    '{"status":"processing","delivered":3,"total":5}',
    { outcome: "processing", delivered: 3 },
  ],
  ["a name in capitals", '{"status":"PROCESSING"}', { outcome: "processing", statusName: "PROCESSING" }],
  [
    "an undocumented status is shown as it is",
    '{"status":"On hold"}',
    { outcome: "unrecognised", statusName: "On hold" },
  ],
  ["completed without codes", '{"status":"completed"}', { outcome: "completed", codeCount: 0 }],
  [
    "no status but an expected time",
    '{"orderId":5,"estimatedReadyAt":1784118600}',
    { outcome: "processing", estimatedReadyAt: READY },
  ],
  [
    "wrapped",
    '{"data":{"order":{"orderId":"77","status":"processing"}}}',
    { outcome: "processing", orderId: "77" },
  ],
  ["the only one of a list", '[{"orderId":77,"status":"processing"}]', { orderId: "77" }],
  [
    "an id beyond 2^53 keeps its digits",
    '{"orderId":9007199254740993,"status":"processing"}',
    { orderId: "9007199254740993" },
  ],
  [
    "lines, currency and price",
    '{"orderId":1,"status":"processing","currency":"EUR","price":300,"orderProducts":[{"productId":1,"quantity":3,"price":100}]}',
    { currency: "EUR", price: 300, lines: [{ productId: 1, quantity: 3, price: 100 }] },
  ],
  [
    "wrong types",
    '{"orderId":{},"status":"x","delivered":"many","price":1.5,"products":7}',
    { outcome: "unrecognised", orderId: null, delivered: null, price: null, lines: [] },
  ],
  [
    "unreadable times are as absent",
    '{"status":"processing","estimatedReadyAt":"garbage"}',
    { estimatedReadyAt: null },
  ],
  [
    "NUL would stop the ledger from recording it",
    '{"status":"x\\u0000y","message":"\\ud800"}',
    { statusName: "x\uFFFDy", message: "\uFFFD" },
  ],
  [
    "in a wrapper with a status of its own",
    '{"status":"success","data":{"orderId":77,"status":"completed","products":[{"productId":1,"pin":"A"}]}}',
    { outcome: "completed", orderId: "77", statusName: "completed", codeCount: 1 },
  ],
  [
    "in a wrapper that has the order's status",
    '{"status":"processing","data":{"orderId":77,"products":[]}}',
    { outcome: "processing", orderId: "77", statusName: "processing" },
  ],
  [
    "the bare processing body in a wrapper that says how the call went",
    '{"status":"success","data":{"status":"processing","message":"Order is still processing"}}',
    { outcome: "processing", statusName: "processing", message: "Order is still processing" },
  ],
  [
    "the bare processing body in two wrappers",
    '{"status":"OK","data":{"order":{"status":"processing"}}}',
    { outcome: "processing", statusName: "processing" },
  ],
  [
    "a status around one that only says how a call went",
    '{"status":"processing","data":{"status":"ok"}}',
    { outcome: "processing", statusName: "processing" },
  ],
  [
    "an order without a status, in a wrapper that says how the call went",
    '{"status":"success","data":{"orderId":77,"estimatedReadyAt":"2026-07-15T12:30:00Z"}}',
    { outcome: "processing", orderId: "77", statusName: null },
  ],
  [
    "an order whose status is null, in a wrapper that has it",
    '{"status":"completed","data":{"orderId":77,"status":null,"products":[{"pin":"A"}]}}',
    { outcome: "completed", statusName: "completed", codeCount: 1 },
  ],
  ["a call that went well, and nothing else", '{"status":"success"}', { outcome: "unrecognised" }],
  ["an error around a status is no order", '{"status":"error","data":{"status":"processing"}}', null],
  [
    "an error with a status is no order",
    '{"success":false,"status":"error","message":"Order not found"}',
    null,
  ],
  ["an order that was not found is no order", '{"status":"not_found"}', null],
  ["an error with the id of no order is no order", '{"orderId":0,"status":"error","message":"no"}', null],
  [
    "one with an id is an order, whatever its status",
    '{"orderId":7,"status":"error"}',
    { outcome: "unrecognised", orderId: "7", statusName: "error" },
  ],
  ["an error in a 200 is no order", '{"statusCode":502,"error":"Bad Gateway","message":"no"}', null],
  ["an empty object is no order", "{}", null],
  ["a list of two", '[{"orderId":1},{"orderId":2}]', null],
  ["null", "null", null],
  ["a number", "5", null],
  ["only inherited members", '{"__proto__":{"status":"completed"}}', null],
];
