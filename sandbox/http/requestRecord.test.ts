import { describe, expect, it } from "vitest";
import { prefixOf, type ReceivedRequest, redacted, RequestRecord } from "./requestRecord.ts";

const request = (change: Partial<ReceivedRequest> = {}): ReceivedRequest => ({
  at: 0,
  method: "POST",
  path: "/v2/orders",
  operation: "place",
  headers: {},
  keyPrefix: null,
  code: "a",
  body: "e30=",
  status: 202,
  ...change,
});

describe("the record of requests", () => {
  it("forgets the oldest tenth if it becomes longer than its limit", () => {
    const record = new RequestRecord(20);
    const ats = () => record.all().map(({ at }) => at);
    for (let at = 0; at < 20; at += 1) record.add(request({ at }));
    expect(ats()).toHaveLength(20);
    record.add(request({ at: 20 }));
    expect(ats()).toEqual(Array.from({ length: 19 }, (_, index) => index + 2));
  });

  it("has those of one code, or all", () => {
    const record = new RequestRecord();
    const [one, other] = [request(), request({ code: "b", operation: "order" })];
    record.add(one);
    record.add(other);
    expect(record.all()).toEqual([one, other]);
    expect(record.all("b")).toEqual([other]);
    expect(record.all("c")).toEqual([]);
  });

  it("counts the posts of a code, and the different bodies that came with it", () => {
    const record = new RequestRecord();
    const posts = [request(), request(), request({ body: "e30K" }), request({ body: null })];
    for (const post of posts) record.add(post);
    record.add(request({ operation: "order" }));
    record.add(request({ code: null }));
    expect(record.postsOf("a")).toEqual({ posts: 4, distinctBodies: 3 });
    expect(record.postsOf("b")).toEqual({ posts: 0, distinctBodies: 0 });
    record.add(request({ body: "" }));
    expect(record.postsOf("a")).toEqual({ posts: 5, distinctBodies: 3 });
  });

  it("is empty once it is cleared, its counts too", () => {
    const record = new RequestRecord();
    record.add(request());
    record.clear();
    expect(record.all()).toEqual([]);
    expect(record.postsOf("a")).toEqual({ posts: 0, distinctBodies: 0 });
  });

  it("has the headers as they came, secrets cut to the prefix that names their kind", () => {
    const headers = new Headers({
      "x-api-key": "svc_live_secret",
      authorization: "Bearer secret",
      cookie: "session=secret",
      accept: "application/json, text/plain",
      "x-api-key-hint": "none of a secret",
      "not-a-cookie": "nor this one",
    });
    expect(redacted(headers)).toEqual({
      "x-api-key": "svc_live_…",
      authorization: "Bearer se…",
      cookie: "session=s…",
      accept: "application/json, text/plain",
      "x-api-key-hint": "none of a secret",
      "not-a-cookie": "nor this one",
    });
    expect(prefixOf("svc_live_secret")).toBe("svc_live_");
  });
});
