import { gzipSync } from "node:zlib";
import { answer, goesWell, recovers, refusal, refused, reset, type Group } from "./row.ts";

const json = { "content-type": "application/json" };
const html = { "content-type": "text/html" };
const bomb = gzipSync(Buffer.alloc(48 * 1024 * 1024, 32)).toString("base64");

export const duplicates: Group = {
  title: "Duplicates",
  rows: [
    { fault: "The order is made, and answered 409", product: "conflict", ...recovers, posts: 1 },
    {
      fault: "The order is made, and answered 400, already placed",
      product: "already-placed",
      ...recovers,
      posts: 1,
    },
    {
      fault: "The order is made, and answered 400, already placed, without the full stop",
      place: [{ when: "after", action: refusal(400, "This order has already been placed") }],
      ...recovers,
      posts: 1,
    },
    {
      fault: "The answer is lost, the poll does not find it yet, and the POST that follows is answered 409",
      product: "conflict-on-repeat",
      place: [{ when: "after", action: reset }],
      poll: [{ action: refusal(404, "Order not found") }],
      ...recovers,
      posts: 2,
    },
    {
      fault:
        "The answer is lost, the poll does not find it yet, and the POST that follows returns the existing order",
      place: [{ when: "after", action: reset }],
      poll: [{ action: refusal(404, "Order not found") }],
      ...recovers,
      posts: 2,
    },
    {
      fault: "Every POST is answered 409, and no poll ever finds it",
      place: [
        { times: 1_000, action: refusal(409, "An order with this external order code already exists.") },
      ],
      ...recovers,
      end: "needs_review",
      posts: 1,
      bought: 0,
    },
    { fault: "Eight confirmations at once (double clicks, tabs, replays)", confirmed: 8, ...goesWell },
    {
      fault: "Eight confirmations at once, and the answer is lost",
      product: "reset-after",
      confirmed: 8,
      ...recovers,
      posts: 1,
    },
  ],
};

export const throttles: Group = {
  title: "The service asks to slow down",
  rows: [
    {
      fault: "429 twice, with seconds to wait",
      product: "throttled",
      ...goesWell,
      atOnce: "waiting",
      posts: 3,
    },
    {
      fault: "429, with a date to wait for",
      product: "throttled-date",
      ...goesWell,
      atOnce: "waiting",
      posts: 2,
    },
    {
      fault: "429, without saying how long",
      product: "throttled-bare",
      ...goesWell,
      atOnce: "waiting",
      posts: 2,
    },
    {
      fault: "429 for longer than an order may wait",
      product: "throttled-always",
      atOnce: "waiting",
      end: "not_placed",
      posts: "several",
      bought: 0,
    },
    {
      fault: "429, asking to wait for an hour",
      place: [{ action: answer(429, "", { "retry-after": "3600" }) }],
      ...goesWell,
      atOnce: "waiting",
      posts: 2,
    },
    {
      fault: "429 with a Retry-After in words",
      place: [{ action: answer(429, "{}", { ...json, "retry-after": "soon" }) }],
      ...goesWell,
      atOnce: "waiting",
      posts: 2,
    },
    {
      fault: "429 with a Retry-After of nothing",
      place: [{ action: answer(429, "{}", { ...json, "retry-after": "0" }) }],
      ...goesWell,
      atOnce: "waiting",
      posts: 2,
    },
    {
      fault: "429 with a web page in it",
      place: [{ action: answer(429, "<html>slow down</html>", html) }],
      ...goesWell,
      atOnce: "waiting",
      posts: 2,
    },
    {
      fault: "A lost answer, and 429 to the POST that follows",
      place: [{ action: reset }, { action: refusal(429, "Rate limit exceeded. Retry after 2s.") }],
      ...recovers,
      posts: 3,
    },
    {
      fault: "429 to the polls of an order that is processing",
      poll: [{ times: 2, action: answer(429, "{}", { ...json, "retry-after": "9" }) }],
      ...goesWell,
    },
  ],
};

export const keys: Group = {
  title: "Keys",
  rows: [
    {
      fault: "401 to the POST, with the service's error body",
      place: [{ action: refusal(401, "Invalid API key") }],
      ...refused,
    },
    {
      fault: "A lost answer, and 401 to the POST that follows",
      place: [{ action: reset }, { action: refusal(401, "Invalid API key") }],
      ...recovers,
      posts: 3,
    },
    {
      fault: "401 with a web page in it",
      place: [{ action: answer(401, "<html>", html) }],
      ...recovers,
      posts: 2,
    },
    { fault: "The key was revoked, and there is a standby key", revoked: "first key", ...goesWell },
    {
      fault: "Every key was revoked",
      revoked: "every key",
      atOnce: "service-unreachable",
      end: "no order",
      posts: 0,
      bought: 0,
    },
    { fault: "403, ordering is disabled", product: "ordering-disabled", ...refused },
  ],
};

export const bodies: Group = {
  title: "The body of the answer to a POST",
  rows: [
    { fault: "202 with a web page in it", product: "garbage", ...recovers, posts: 1 },
    ...[
      ["an empty object", "{}"],
      ["null", "null"],
      ["a bare word", '"processing"'],
      ["a status, and no order id", '{"status":"processing"}'],
      ["an order id that is no number", '{"orderId":"A-7","status":"processing"}'],
      ["an order id with a fraction", '{"orderId":1.5,"status":"processing"}'],
      ["__proto__ instead of fields", '{"__proto__":{"orderId":7},"status":"processing"}'],
      ["no end to its nesting", "[".repeat(100_000)],
      ["text that is no JSON", "orderId=7"],
      ["nothing", ""],
    ].map(([what, body]) => ({
      fault: `The order is made, and answered 202 with ${what}`,
      place: [{ when: "after" as const, action: answer(202, body ?? "", json) }],
      ...recovers,
      posts: 1,
    })),
    {
      fault: "The order is made, and answered with bytes that are no text",
      place: [{ when: "after", action: { ...answer(202, "", json), bodyBase64: "eyJvcmRlcklkIjo3/w==" } }],
      ...recovers,
      posts: 1,
    },
    {
      fault: "The order is made, and answered with 50 MB",
      place: [{ when: "after", action: { ...answer(202, " ", json), padTo: 50_000_000 } }],
      ...recovers,
      posts: 1,
    },
    {
      fault: "The order is made, and answered with a few bytes that unpack to 48 MB",
      place: [
        {
          when: "after",
          action: { ...answer(202, "", { ...json, "content-encoding": "gzip" }), bodyBase64: bomb },
        },
      ],
      ...recovers,
      posts: 1,
    },
    {
      fault: "The order is made, and rightly answered, but called a web page",
      place: [{ action: { kind: "headers", headers: html } }],
      ...recovers,
      posts: 1,
    },
  ],
};

export const statuses: Group = {
  title: "Redirects and odd statuses",
  rows: [
    { fault: "307 to elsewhere: not followed", product: "redirected", ...recovers, posts: 2 },
    {
      fault: "The order is made, and answered 302",
      place: [{ when: "after", action: answer(302, "", { location: "https://elsewhere.example/" }) }],
      ...recovers,
      posts: 1,
    },
    { fault: "502 once, nothing was done", product: "down-once", ...recovers, posts: 2 },
    { fault: "502, could not be created, once", product: "not-created", ...recovers, posts: 2 },
    { fault: "The order is made, and answered 502", product: "down-after", ...recovers, posts: 1 },
    { fault: "The order is made, and answered 500", product: "server-error", ...recovers, posts: 1 },
    ...[
      {
        fault: "503 by something in between, with Retry-After",
        status: 503,
        headers: { "retry-after": "20", ...html },
      },
      { fault: "504 by something in between", status: 504, headers: html },
      { fault: "404 without the service's error body", status: 404, headers: html },
      { fault: "400 without the service's error body", status: 400, headers: html },
      { fault: "418", status: 418, headers: html },
    ].map(({ fault, status, headers }) => ({
      fault,
      place: [{ action: answer(status, "<html>", headers) }],
      ...recovers,
      posts: 2,
    })),
    { fault: "204", place: [{ action: answer(204, "") }], ...recovers, posts: 2 },
    {
      fault: "The order is made, and answered with an order id that is never found: it is found by its code",
      place: [{ when: "after", action: answer(202, '{"orderId":99000001,"status":"processing"}', json) }],
      atOnce: "processing",
      end: "completed",
      posts: 1,
      bought: 1,
      alarm: "no longer finds",
    },
    {
      fault: "The order is made, and answered with another order's id and code: it is found by its own code",
      place: [
        {
          when: "after",
          action: answer(202, '{"orderId":99000002,"externalOrderCode":"OTHER","status":"processing"}', json),
        },
      ],
      ...recovers,
      posts: 1,
    },
  ],
};

export const refusals: Group = {
  title: "The service refuses",
  rows: [
    { fault: "422, not available for purchase", product: "unavailable", ...refused },
    { fault: "422, the account's order limit", product: "limit-exceeded", ...refused },
    { fault: "400, not currently available", product: "inactive", ...refused },
    { fault: "400, country or currency: the catalog is read again", product: "wrong-country", ...refused },
    { fault: "400, currency refused upstream", product: "wrong-currency", ...refused },
    { fault: "400, price refused upstream", product: "price-upstream", ...refused },
    { fault: "400, the order could not be validated", product: "invalid-order", ...refused },
    { fault: "400, without a reason", product: "unmapped", ...refused },
    { fault: "400, the price has moved since it was fetched", product: "price-mismatch", ...refused },
    { fault: "400, the currency has changed since it was fetched", product: "currency-mismatch", ...refused },
    { fault: "400, the service wants a price, though one was sent", product: "price-required", ...refused },
    {
      fault: "The product is listed, and gone when it is fetched",
      product: "gone-when-fetched",
      atOnce: "validation",
      end: "no order",
      posts: 0,
      bought: 0,
    },
    {
      fault: "A lost answer, and 400 to the POST that follows: polled, and not sent again",
      place: [{ action: reset }, { action: refusal(400, "The order could not be placed.") }],
      ...recovers,
      end: "needs_review",
      posts: 2,
      bought: 0,
    },
    {
      fault: "The order is made, its answer is lost, and 422 to the POST that follows: found later",
      place: [
        { when: "after", action: reset },
        { skip: 1, action: refusal(422, "Not available for purchase.") },
      ],
      poll: [{ times: 3, action: refusal(404, "Order not found") }],
      ...recovers,
      posts: 2,
    },
    {
      fault: "404 to the POST, with the service's error body",
      place: [{ action: refusal(404, "Not found") }],
      ...refused,
    },
    {
      fault: "413 to the POST, with the service's error body",
      place: [{ action: refusal(413, "The request body is too large.") }],
      ...refused,
    },
  ],
};
