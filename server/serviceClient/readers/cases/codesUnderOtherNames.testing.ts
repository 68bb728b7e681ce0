import "server-only";
import type { Case } from "./small.testing.ts";
import type { FieldSets } from "./codes.testing.ts";

/** The body of an order → the fields of each code, where some or all are not under `pin`. */
export const CODES_UNDER_OTHER_NAMES: Case<FieldSets>[] = [
  [
    "links, serial numbers and unknown names alone can be the code",
    '{"products":[{"pin":{"code":null,"redemptionUrl":"https://x/1"}},{"pin":{"serial":"S"}},{"pin":{"status":"ok","magic":"M"}},{"pin":{"id":"I"}}]}',
    [{ redemptionUrl: "https://x/1" }, { serial: "S" }, { status: "ok", magic: "M" }, { id: "I" }],
  ],
  [
    "a code under a second name, one entry a code",
    '{"status":"completed","products":[{"productId":1,"pin":"A"},{"productId":2,"url":"https://x/2"}]}',
    [{ pin: "A" }, { url: "https://x/2" }],
  ],
  [
    "codes under further names beside an empty pin, in their order",
    `{"status":"completed","products":[{"pin":null,"url":"https://x/1"},{"pin":{"code":null,"status":"x"},"voucher":"V"},{"pin":["A","B"]},
      {"pin":[],"redemptionCode":"R"},{"pin":"","activationUrl":"https://x/2"}]}`,
    [
      { url: "https://x/1" },
      { voucher: "V", "pin.status": "x" },
      { pin: "A" },
      { pin: "B" },
      { redemptionCode: "R" },
      { activationUrl: "https://x/2" },
    ],
  ],
  [
    "a second name further in",
    '{"status":"completed","products":[{"productId":1,"code":"SKU","items":[{"pin":"A"},{"url":"https://x/2"},{}]}]}',
    [{ pin: "A" }, { url: "https://x/2" }],
  ],
  [
    "as many under a second name as are delivered",
    '{"status":"x","delivered":2,"total":3,"products":[{"pin":"A"},{"url":"https://x/2"},{"productId":3}]}',
    [{ pin: "A" }, { url: "https://x/2" }],
  ],
  [
    "an entry of a partial order that has no code yet",
    '{"status":"x","delivered":1,"total":2,"products":[{"productId":1,"pin":"A"},{"productId":2,"code":"SKU","url":"https://x"}]}',
    [{ pin: "A" }],
  ],
  [
    "an entry that says that its code is to come",
    '{"status":"completed","products":[{"pin":"A"},{"pin":null,"status":"pending","url":"https://x"}]}',
    [{ pin: "A" }],
  ],
  [
    "more candidates than codes that are missing: none of them",
    '{"status":"x","delivered":2,"total":3,"products":[{"pin":"A"},{"url":"https://x/2"},{"code":"SKU"}]}',
    [{ pin: "A" }],
  ],
  [
    "what describes the entries with a pin describes those without",
    `{"status":"completed","products":[{"pin":"A","code":"SKU-1","value":1000,"url":"https://help"},
      {"code":"SKU-2","value":2000,"url":"https://help"},{"code":"SKU-3","url":"https://x/3"}]}`,
    [
      { pin: "A", code: "SKU-1", value: "1000", url: "https://help" },
      { url: "https://x/3", code: "SKU-3" },
    ],
  ],
  [
    "a serial number beside a pin that is still to come",
    '{"status":"completed","products":[{"pin":"A"},{"pin":null,"serial":"2"},{"pin":"pending","serial":"3"},{"pin":[],"serialNumber":"4"}]}',
    [{ pin: "A" }],
  ],
  [
    "serial numbers beside pins that are still to come, and one without a pin",
    '{"status":"completed","products":[{"pin":null,"serial":"1"},{"pin":"","serial":"2"},{"serial":"3"}]}',
    [{ serial: "3" }],
  ],
  [
    "an amount with its currency beside a code that is still to come",
    '{"status":"completed","products":[{"pin":{"code":null,"value":25,"currency":"EUR"}},{"pin":{"code":"","value":"2500","currencyCode":"EUR"}}]}',
    [],
  ],
  [
    "digits under value, where no currency says that they are an amount",
    '{"products":[{"pin":{"code":null,"value":"2500"}},{"pin":{"value":"2501","currency":"EUR"}}]}',
    [{ value: "2500" }, { value: "2501", currency: "EUR" }],
  ],
  [
    "amounts with their currency in a list of codes",
    '{"status":"completed","codes":[{"code":null,"value":25,"currency":"EUR"},{"value":"2501","currency":"EUR"}]}',
    [{ value: "2501" }],
  ],
  [
    "an amount with its currency in an order without pins",
    '{"status":"completed","products":[{"productId":1,"value":2500,"currency":"EUR"},{"productId":1,"value":"2501"}]}',
    [{ value: "2501" }],
  ],
  ["an amount is no code", '{"status":"completed","products":[{"pin":"A"},{"value":2500}]}', [{ pin: "A" }]],
  [
    "links that are no codes",
    `{"status":"completed","products":[{"pin":"A"},{"productUrl":"https://p","imageUrl":"https://i","logo":"https://l","termsUrl":"https://t",
      "image":{"url":"https://i"},"logo":{"url":"https://l"},"terms":{"link":"https://t"},"support":{"url":"https://s"},
      "links":[{"rel":"self","url":"https://p"}],"tags":["hot"],"instructions":["Go there"]}]}`,
    [{ pin: "A" }],
  ],
  [
    "links that are no codes, in an order without pins",
    '{"status":"completed","products":[{"image":{"url":"https://i"},"tags":["hot"],"terms":["Read"]},{"url":"https://x/1"}]}',
    [{ url: "https://x/1" }],
  ],
  [
    "a second name in an order that is not said to be delivered",
    '{"status":"odd","products":[{"pin":"A"},{"code":"SKU"}]}',
    [{ pin: "A" }],
  ],
  [
    "bare texts beside pins",
    '{"status":"completed","products":[{"pin":"A"},"B"]}',
    [{ pin: "A" }, { pin: "B" }],
  ],
  [
    "a list of codes, whatever their status",
    '{"status":"completed","codes":[{"code":"A","status":"pending"},{"code":"B"}]}',
    [{ code: "A" }, { code: "B" }],
  ],
  [
    "a list of codes beside a pin that is a placeholder",
    '{"status":"completed","products":[{"pin":{"status":"pending"},"codes":["A","B"]}]}',
    [
      { code: "A", "pin.status": "pending" },
      { code: "B", "pin.status": "pending" },
    ],
  ],
  ["no products", '{"status":"processing"}', []],
  ["products that are only counted", '{"status":"completed","products":7,"items":"2"}', []],
  ["product ids are no codes", '{"status":"processing","products":[12,13]}', []],
];
