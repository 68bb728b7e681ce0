import { answer, goesWell, hang, refusal, reset, type Group } from "./row.ts";

const json = { "content-type": "application/json" };

export const polls: Group = {
  title: "Polls of an order that was accepted",
  rows: [
    { fault: "It cannot be found for some seconds (404 after 202)", product: "late-visible", ...goesWell },
    {
      fault: "It is never found again",
      product: "vanishes",
      ...goesWell,
      end: "processing",
      alarm: "no longer finds",
    },
    { fault: "The connection breaks twice", poll: [{ times: 2, action: reset }], ...goesWell },
    { fault: "No answer comes, twice", poll: [{ times: 2, action: hang }], isSilent: true, ...goesWell },
    { fault: "502 three times", poll: [{ times: 3, action: answer(502, "") }], ...goesWell },
    {
      fault: "401 once",
      poll: [{ action: refusal(401, "Invalid API key") }],
      ...goesWell,
    },
    {
      fault: "A web page",
      poll: [{ action: answer(200, "<html>", { "content-type": "text/html" }) }],
      ...goesWell,
    },
    { fault: "An empty object", poll: [{ action: answer(200, "{}", json) }], ...goesWell },
    {
      fault: "Another order's id: ours is kept",
      poll: [{ action: answer(200, '{"orderId":424242,"status":"processing","message":"m"}', json) }],
      ...goesWell,
      alarm: "order ID 424242",
    },
    {
      fault: "Another order's id, and that nothing of it was delivered: ours is kept",
      poll: [{ action: answer(200, '{"orderId":424243,"delivered":0,"reason":"Out of stock"}', json) }],
      ...goesWell,
      alarm: "order ID 424243",
    },
    {
      fault: "Another order's code: ours is kept",
      poll: [
        { action: answer(200, '{"externalOrderCode":"OTHER","status":"processing","message":"m"}', json) },
      ],
      ...goesWell,
      alarm: "another order reference: OTHER",
    },
    {
      fault: "Another total than the one that was confirmed",
      poll: [
        {
          action: answer(200, '{"status":"processing","message":"m","price":1,"currency":"EUR"}', json),
        },
      ],
      ...goesWell,
      // Withheld until a person decides whose order it is.
      end: "unrecognised",
      alarm: "total",
    },
    {
      fault: "Another currency than the one that was confirmed",
      poll: [{ action: answer(200, '{"status":"processing","message":"m","currency":"USD"}', json) }],
      ...goesWell,
      // Withheld until a person decides whose order it is.
      end: "unrecognised",
      alarm: "currency",
    },
  ],
};

export const deliveries: Group = {
  title: "Deliveries",
  rows: [
    {
      fault: "All but some codes are delivered",
      product: "partial",
      ...goesWell,
      end: "partial",
      delivered: 3,
    },
    {
      fault: "All but some codes are delivered, and shown",
      product: "partial-with-codes",
      ...goesWell,
      end: "partial",
      delivered: 3,
    },
    {
      fault: "Some codes are delivered, the rest minutes later",
      product: "partial-then-completed",
      ...goesWell,
      delivered: 4,
    },
    { fault: "No code is delivered", product: "undelivered", ...goesWell, end: "undelivered", delivered: 0 },
    {
      fault: "No code is delivered at first, all of them minutes later",
      product: "undelivered-then-completed",
      ...goesWell,
      delivered: 4,
    },
    {
      fault: "Fewer codes are told than before: the larger number is kept",
      product: "partial",
      later: { delivered: 1 },
      ...goesWell,
      end: "partial",
      delivered: 3,
      alarm: "reported 3 before",
    },
    { fault: "A status that is not documented", product: "unrecognised", ...goesWell, end: "unrecognised" },
    { fault: "Codes as plain strings", product: "pins-as-strings", ...goesWell, delivered: 4 },
    { fault: "All codes of a line in one entry", product: "pins-in-one-line", ...goesWell, delivered: 4 },
    { fault: "Codes as objects of many fields", product: "pins-as-objects", ...goesWell, delivered: 4 },
    { fault: "Later than estimated", product: "overdue", ...goesWell, delivered: 4 },
    { fault: "Five minutes, as estimated", product: "slow", ...goesWell, delivered: 4 },
    ...(["array", "nested", "epoch", "strings", "bare", "grouped"] as const).map((dialect) => ({
      fault: `Everything in other shapes (${dialect})`,
      dialect,
      ...goesWell,
      delivered: 4,
    })),
  ],
};

export const estimates: Group = {
  title: "Estimates of when the codes are ready",
  rows: [
    { fault: "None", product: "estimate-absent", ...goesWell },
    { fault: "An hour ago", product: "estimate-past", ...goesWell },
    { fault: "The year 9999", product: "estimate-far", ...goesWell },
    { fault: "In words", product: "estimate-garbage", ...goesWell },
  ],
};
