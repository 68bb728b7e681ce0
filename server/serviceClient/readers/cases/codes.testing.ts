import "server-only";
import type { Case } from "./small.testing.ts";

export type FieldSets = Record<string, string>[];

/** The body of an order → the fields of each code, found under `pin` or in place of it. */
export const CODES: Case<FieldSets>[] = [
  [
    "texts, one entry a code",
    '{"products":[{"productId":1,"pin":"A"},{"productId":1,"pin":"B"}]}',
    [{ pin: "A" }, { pin: "B" }],
  ],
  [
    "a list of texts, one entry a line",
    '{"products":[{"productId":1,"pin":["A","B"]}]}',
    [{ pin: "A" }, { pin: "B" }],
  ],
  [
    "an object",
    '{"products":[{"pin":{"code":"A","serial":"1","expiry":"2027-01"}}]}',
    [{ code: "A", serial: "1", expiry: "2027-01" }],
  ],
  ["a list of objects", '{"products":[{"pin":[{"code":"A"},{"code":"B"}]}]}', [{ code: "A" }, { code: "B" }]],
  [
    "a mixed list",
    '{"products":[{"pin":["A",{"code":"B"},["C"]]}]}',
    [{ pin: "A" }, { code: "B" }, { pin: "C" }],
  ],
  [
    "nested objects are flattened",
    '{"products":[{"pin":{"code":"A","card":{"number":"1","cvv":"2"}}}]}',
    [{ code: "A", "card.number": "1", "card.cvv": "2" }],
  ],
  [
    "wrapped once more",
    '{"products":[{"pin":{"voucher":{"code":"A","serial":"1"}}}]}',
    [{ "voucher.code": "A", "voucher.serial": "1" }],
  ],
  [
    "a container of codes",
    '{"products":[{"pin":{"codes":["A","B"],"expiry":"2027"}}]}',
    [
      { code: "A", expiry: "2027" },
      { code: "B", expiry: "2027" },
    ],
  ],
  [
    "inside of the products, of an order whose codes are nowhere else",
    '{"status":"completed","products":[{"product":{"id":1,"name":"A card","pin":"A"}},{"product":{"id":1,"pins":["B","C"]}}]}',
    [{ pin: "A" }, { pin: "B" }, { pin: "C" }],
  ],
  [
    "what a product calls a pin is no code beside one",
    '{"status":"completed","products":[{"product":{"id":1,"pin":"4 digits"},"voucher":"A"}]}',
    [{ voucher: "A" }],
  ],
  [
    "a list inside a code is part of it",
    '{"products":[{"pin":{"code":"A","items":["x","y"]}}]}',
    [{ code: "A", "items.1": "x", "items.2": "y" }],
  ],
  [
    "lists side by side",
    '{"products":[{"pin":["A","B"],"serial":["1","2"]}]}',
    [
      { pin: "A", serial: "1" },
      { pin: "B", serial: "2" },
    ],
  ],
  [
    "texts beside the pin belong to it",
    '{"products":[{"productId":1,"quantity":1,"name":"Card","pin":"A","serial":"1"}]}',
    [{ pin: "A", serial: "1" }],
  ],
  ["a list written as an object", '{"products":[{"pin":{"0":"A","1":"B"}}]}', [{ pin: "A" }, { pin: "B" }]],
  [
    "one code as a list of its texts",
    '{"products":[{"pin":[{"name":"code","value":"A"},{"name":"serial","value":"1"}]}]}',
    [{ code: "A", serial: "1" }],
  ],
  [
    "the same in capitals, for each of several codes",
    `{"products":[{"pin":[[{"Name":"PIN","Value":"A"},{"Name":"Serial","Value":"1"}],
      [{"Name":"PIN","Value":"B"},{"Name":"Serial","Value":"2"}]]}]}`,
    [
      { PIN: "A", Serial: "1" },
      { PIN: "B", Serial: "2" },
    ],
  ],
  [
    "the same inside of the code",
    '{"products":[{"pin":{"Id":7,"Fields":[{"Label":"PIN","Value":"A"},{"Label":"Serial","Value":"1"}]}}]}',
    [{ Id: "7", "Fields.PIN": "A", "Fields.Serial": "1" }],
  ],
  [
    "a table with the names of its columns",
    '{"products":[{"pin":{"columns":["PIN","Serial","Region"],"rows":[["A","1","EU"],["B",null,"EU"]]}}]}',
    [
      { PIN: "A", Serial: "1", Region: "EU" },
      { PIN: "B", Region: "EU" },
    ],
  ],
  [
    "a table with the names of its columns in the first row",
    '{"products":[{"pin":[["PIN","SERIAL"],["A","1"],["B","2"]]}]}',
    [
      { PIN: "A", SERIAL: "1" },
      { PIN: "B", SERIAL: "2" },
    ],
  ],
  [
    "rows that look like a table, of which the first is none of names",
    '{"products":[{"pin":[["voucher","A"],["voucher","B"]]},{"pin":[["PIN","SERIAL"],["C"]]},{"pin":{"a":["D","E"],"b":[["F","G"]]}}]}',
    [
      { pin: "voucher" },
      { pin: "A" },
      { pin: "voucher" },
      { pin: "B" },
      { pin: "PIN" },
      { pin: "SERIAL" },
      { pin: "C" },
      { "a.1": "D", "a.2": "E", "b.1": "F", "b.2": "G" },
    ],
  ],
  [
    "a list of typed codes stays a list",
    '{"products":[{"pin":[{"type":"code","value":"A"},{"type":"code","value":"B"}]}]}',
    [
      { type: "code", value: "A" },
      { type: "code", value: "B" },
    ],
  ],
  [
    "a number keeps all its digits",
    '{"products":[{"pin":12345678901234567890},{"pin":1.10}]}',
    [{ pin: "12345678901234567890" }, { pin: "1.10" }],
  ],
  ["unknown names are kept", '{"products":[{"pin":{"Zauberwort":"A"}}]}', [{ Zauberwort: "A" }]],
  ["the same code twice counts twice", '{"products":[{"pin":["A","A"]}]}', [{ pin: "A" }, { pin: "A" }]],
  [
    "products as an object",
    '{"products":{"12":{"pin":"A"},"13":{"pin":["B"]}}}',
    [{ pin: "A" }, { pin: "B" }],
  ],
  ["JSON made of XML", '{"products":{"product":[{"pin":"A"},{"pin":"B"}]}}', [{ pin: "A" }, { pin: "B" }]],
  ["the only product in JSON made of XML", '{"products":{"product":{"pin":"A"}}}', [{ pin: "A" }]],
  ["a product's own pins in a line", '{"products":{"quantity":1,"product":{"pins":["no"]}}}', []],
  [
    "codes encoded as JSON once more",
    String.raw`{"products":[{"pin":"[\"A\",{\"code\":\"B\",\"serial\":\"1\"}]"},{"pin":"{C}"},{"pin":" [D] "},{"pin":"[123]"}]}`,
    [{ pin: "A" }, { code: "B", serial: "1" }, { pin: "{C}" }, { pin: " [D] " }, { pin: "[123]" }],
  ],
  ["products of bare texts", '{"status":"completed","products":["A","B"]}', [{ pin: "A" }, { pin: "B" }]],
  [
    "pins one level further in",
    '{"products":[{"productId":1,"items":[{"pin":"A"},{"pin":"B"}]}]}',
    [{ pin: "A" }, { pin: "B" }],
  ],
  [
    "no products, but codes",
    '{"status":"completed","codes":[{"code":"A"},{"code":"B"}]}',
    [{ code: "A" }, { code: "B" }],
  ],
  [
    "a delivered order without a pin: looked for loosely",
    '{"status":"completed","products":[{"productId":1,"code":"A"}]}',
    [{ code: "A" }],
  ],
  [
    "the product's own code is no delivered code",
    '{"status":"processing","products":[{"productId":1,"code":"STEAM-10"}]}',
    [],
  ],
  [
    "nor is the product's inside a partial order",
    '{"status":"x","reason":"r","products":[{"product":{"id":1,"code":"SKU","pins":["no"]}}]}',
    [],
  ],
  [
    "nulls and empty texts are nothing",
    '{"products":[{"pin":null},{"pin":""},{"pin":[null,"A",""]},{"pin":{}}]}',
    [{ pin: "A" }],
  ],
  ["spaces inside a code stay", '{"products":[{"pin":" A B "}]}', [{ pin: " A B " }]],
  [
    "a member called __proto__ is not lost",
    '{"products":[{"pin":{"__proto__":"A","constructor":"B"}}]}',
    [{ "[__proto__]": "A", constructor: "B" }],
  ],
  [
    "100,000 lists deep",
    `{"products":[{"pin":${"[".repeat(100_000)}"A"${"]".repeat(100_000)}}]}`,
    [{ pin: "A" }],
  ],
  [
    "an object that says only how far it is",
    '{"status":"completed","products":[{"pin":{"code":null,"status":"pending"}},{"pin":{"code":"A","status":"ready"}}]}',
    [{ code: "A", status: "ready" }],
  ],
  [
    "placeholders of all kinds",
    `{"products":[{"pin":[{"status":"pending"},{"state":"queued","message":"Soon"},{"type":"link","url":null},
      {"code":"","serial":"7","expiry":"2027"},{"id":17,"status":"PROCESSING"},{"pin":null,"id":17,"createdAt":"2026-07-15"},
      {"error":{"code":"E12","message":"no stock"}},{"codes":[],"status":"pending"},{"card":{"code":null,"status":"pending"}},
      {"valid":true},{"expiry":"2027"},[{"name":"code","value":null},{"name":"serial","value":"1"}]]}]}`,
    [],
  ],
  [
    "words that stand where a code will be",
    '{"products":[{"pin":["pending"," Processing ","in_progress","N/A","not ready","-","****","Sold out","awaiting stock",true,"A"]},{"pin":{"code":"PENDING"}}]}',
    [{ pin: "A" }],
  ],
  [
    "words inside of a code are the code's",
    '{"products":[{"pin":["PENDING-1","processing 2","NONE7"]},{"pin":{"code":"A","note":"pending"}}]}',
    [{ pin: "PENDING-1" }, { pin: "processing 2" }, { pin: "NONE7" }, { code: "A", note: "pending" }],
  ],
  [
    "a code beside a status that is not the last",
    '{"products":[{"pin":{"code":"A","status":"pending activation"}},{"pin":{"code":"B","status":"pending"}}]}',
    [
      { code: "A", status: "pending activation" },
      { code: "B", status: "pending" },
    ],
  ],
];
