import "server-only";
import { SCRUBBED_WORD } from "#lib/contracts/text/scrubbedWord.ts";

/** [name of the shape, the JSON as it is sent, what the reader returns] */
export type Case<T> = [name: string, json: string, expected: T];

export const ORDER_IDS: Case<string | null>[] = [
  ["a number", "12345", "12345"],
  ["a text of digits", '"12345"', "12345"],
  ["a number of 2^53+1", "9007199254740993", "9007199254740993"],
  ["a number of 30 digits", "123456789012345678901234567890", "123456789012345678901234567890"],
  ["leading zeros in a text stay", '"000123"', "000123"],
  ["zero, which services write for none", "0", null],
  ["zeros in a text", '"000"', null],
  ["a float is no id", "12.5", null],
  ["a negative number is no id", "-5", null],
  ["a negative number beyond 2^53 is no id", "-9007199254740993", null],
  ["a word is no id", '"ORD-1"', null],
  ["null is no id", "null", null],
  ["an object is no id", '{"id":1}', null],
  ["41 digits are no id", `"${"1".repeat(41)}"`, null],
];

const AT = Date.UTC(2026, 6, 15, 12, 30, 45);

export const TIMESTAMPS: Case<number | null>[] = [
  ["ISO in UTC", '"2026-07-15T12:30:45Z"', AT],
  ["ISO with milliseconds", '"2026-07-15T12:30:45.123Z"', AT + 123],
  ["ISO with microseconds", '"2026-07-15T12:30:45.123456Z"', AT + 123],
  ["ISO east of Greenwich", '"2026-07-15T18:00:45+05:30"', AT],
  ["ISO west of Greenwich, offset without colon", '"2026-07-15T05:30:45-0700"', AT],
  ["ISO without offset means UTC, never this machine's zone", '"2026-07-15T12:30:45"', AT],
  ["ISO with a space, as databases print it", '"2026-07-15 12:30:45.000 +00:00"', AT],
  ["epoch seconds", String(AT / 1_000), AT],
  ["epoch seconds with a fraction", `${AT / 1_000}.5`, AT + 500],
  ["epoch milliseconds", String(AT), AT],
  ["epoch milliseconds in a text", `"${AT}"`, AT],
  ["an HTTP date", '"Wed, 15 Jul 2026 12:30:45 GMT"', AT],
  ["year 9999", '"9999-12-31T23:59:59Z"', Date.UTC(9999, 11, 31, 23, 59, 59)],
  ["30 February does not exist", '"2026-02-30T00:00:00Z"', null],
  ["25 o'clock does not exist", '"2026-02-10T25:00:00Z"', null],
  ["words", '"soon"', null],
  ["a small number is no date", "30", null],
  ["zero is no date", "0", null],
  ["a negative number is no date", "-1784118645", null],
  ["a number beyond all dates", "1e300", null],
  ["null", "null", null],
  ["a list", "[2026,7,15]", null],
];

export const FACETS: Case<string[]>[] = [
  ["a text", '"Gaming"', ["Gaming"]],
  ["a list of texts", '["Gaming","Music"]', ["Gaming", "Music"]],
  ["an object with a name", '{"id":7,"name":"Gaming"}', ["Gaming"]],
  ["an object with a code", '{"code":"en"}', ["en"]],
  ["an object with a title", '{"title":"Gaming","slug":"gaming"}', ["Gaming"]],
  ["a list of objects", '[{"name":"A"},{"title":"B"},{"code":"C"}]', ["A", "B", "C"]],
  ["a mixed list with nulls", '["A",null,{"name":"B"},{},7,"A"]', ["A", "B", "7"]],
  ["a number", "12", ["12"]],
  ["an empty text", '"  "', []],
  ["null", "null", []],
  ["a boolean", "true", []],
  ["objects inside objects are not names", '{"name":{"en":"A"}}', []],
];

export const ERROR_BODIES: Case<{ statusCode: number; error: string; message: string } | null>[] = [
  [
    "as stated",
    '{"statusCode":400,"error":"Bad Request","message":"orderProducts must not be empty"}',
    { statusCode: 400, error: "Bad Request", message: "orderProducts must not be empty" },
  ],
  [
    "markup stays text",
    '{"statusCode":400,"error":"x","message":"<b>&amp;"}',
    { statusCode: 400, error: "x", message: "<b>&amp;" },
  ],
  ["without a label", '{"statusCode":400,"message":"No"}', { statusCode: 400, error: "", message: "No" }],
  [
    "several messages",
    '{"statusCode":400,"error":"e","message":["a","b"]}',
    { statusCode: 400, error: "e", message: "a\nb" },
  ],
  [
    "the code as text",
    '{"statusCode":"400","error":"e","message":"m"}',
    { statusCode: 400, error: "e", message: "m" },
  ],
  [
    "an empty message",
    '{"statusCode":400,"error":"e","message":""}',
    { statusCode: 400, error: "e", message: "" },
  ],
  ["another code than the answer's own", '{"statusCode":404,"error":"e","message":"m"}', null],
  ["without a code: some gateway's", '{"message":"Forbidden"}', null],
  ["without a message", '{"statusCode":400,"error":"Bad Request"}', null],
  ["a list", "[400]", null],
  ["null", "null", null],
  ["a text", '"Bad Request"', null],
  ["only inherited members", '{"__proto__":{"statusCode":400,"message":"m"}}', null],
];

/** The whole body; the count is in `delivered`. */
export const COUNTS: Case<number | null>[] = [
  ["total", '{"delivered":3,"total":5}', 5],
  ["ordered", '{"delivered":3,"ordered":5}', 5],
  ["the scrubbed word", `{"delivered":3,"${SCRUBBED_WORD}":5}`, 5],
  ["the scrubbed name, run together", '{"delivered":3,"theService":5}', 5],
  ["ordered outranks a total that is an amount of money", '{"delivered":3,"total":9897,"ordered":5}', 5],
  ["the one integer beside", '{"orderId":99,"price":9897,"delivered":3,"requested":5}', 5],
  ["digits", '{"delivered":"3","total":"5"}', 5],
  ["a count has no units, so decimals of zero do no harm", '{"delivered":"3.00","total":5.00}', 5],
  ["how many are missing", '{"delivered":3,"pending":5}', null],
  ["how many are missing, in other words", '{"delivered":3,"undelivered_count":5}', null],
  ["the one integer beside those", '{"delivered":2,"failedCount":3,"remaining":0,"requested":5}', 5],
  ["two unnamed integers beside", '{"delivered":3,"a":5,"b":6}', null],
  ["fewer ordered than delivered", '{"delivered":3,"total":2}', null],
  ["a float", '{"delivered":3,"total":5.5}', null],
  ["beyond 2^53", '{"delivered":3,"total":9007199254740993}', null],
  ["null", '{"delivered":3,"total":null}', null],
  ["nothing delivered is said", '{"total":5}', null],
  ["nothing at all", "{}", null],
];
