import { createServer, request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { auditPageSchema } from "#lib/contracts/audit/audit.ts";
import { HOUR, MINUTE } from "#lib/time/instant.ts";
import { NO_PROXIES } from "#server/config/trustedProxies.ts";
import { clientAddress } from "#server/http/clientAddress.ts";
import { peerHeader, recordPeerAddress } from "#server/http/peerAddress.ts";
import { GET as auditRoute } from "#app/api/audit/route.ts";
import { PUT as passwordRoute } from "#app/api/settings/password/route.ts";
import { cookiesOf, createTestProgram, type Member, type TestProgram } from "#tests/support/testProgram.ts";

let testProgram: TestProgram;
let adminCookie: string;
beforeAll(async () => {
  testProgram = await createTestProgram();
  adminCookie = await testProgram.signIn(await testProgram.addMember("admin"));
});
afterAll(() => testProgram.close());

const from = (address: string) => Object.fromEntries([peerHeader(address)]);
const guess = async (member: Member, headers: Record<string, string>) =>
  (await testProgram.attempt({ email: member.email, password: "a wrong guess" }, headers)).status;
const signInStatus = async ({ email, password }: Member, headers: Record<string, string>) =>
  (await testProgram.attempt({ email, password }, headers)).status;

/** Uses up the attempts that strangers have for one member, each from another address. */
async function guessFromEverywhere(member: Member): Promise<void> {
  for (let n = 0; n < 31; n += 1) await guess(member, from(`203.0.113.${n}`));
  expect(await guess(member, from("203.0.113.99"))).toBe(429);
}

describe("guessing passwords", () => {
  it("is slowed for one machine however many addresses it claims to have", async () => {
    const member = await testProgram.addMember("buyer");
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      statuses.push(await guess(member, { ...from("192.0.2.50"), "x-forwarded-for": `10.1.1.${n}` }));
    }
    expect(statuses.slice(8)).toEqual([429, 429, 429, 429]);
  });

  it("is slowed for one network of IPv6 whatever address it uses", async () => {
    const member = await testProgram.addMember("buyer");
    const statuses: number[] = [];
    for (let n = 0; n < 10; n += 1) statuses.push(await guess(member, from(`2001:db8:7:7::${n + 1}`)));
    expect(statuses.slice(8)).toEqual([429, 429]);
    expect(await guess(member, from("2001:db8:7:8::1"))).toBe(401);
  });

  it("does not keep a member out of a device they signed in on before", async () => {
    const member = await testProgram.addMember("buyer");
    const first = await testProgram.attempt(
      { email: member.email, password: member.password },
      from("192.0.2.61"),
    );
    const device = cookiesOf(first);
    expect(device).toMatch(/codedesk-device=/);
    await guessFromEverywhere(member);
    expect(await signInStatus(member, from("198.51.100.8"))).toBe(429);
    expect(await signInStatus(member, { ...from("198.51.100.8"), cookie: device })).toBe(200);
  });

  it("does not keep a member out of the place they signed in from before", async () => {
    const member = await testProgram.addMember("buyer");
    expect(await signInStatus(member, from("192.0.2.62"))).toBe(200);
    await guessFromEverywhere(member);
    expect(await signInStatus(member, from("192.0.2.62"))).toBe(200);
  });

  it("tells nobody behind a client that members use who is a member", async () => {
    const member = await testProgram.addMember("buyer");
    const client = from("192.0.2.70");
    expect(await signInStatus(member, client)).toBe(200);
    const nobody = (n: number) => ({ ...member, email: `nobody-${n}@partner.example` });
    for (let n = 0; n < 8; n += 1)
      expect([await guess(member, client), await guess(nobody(0), client)]).toEqual([401, 401]);
    expect([await guess(member, client), await guess(nobody(0), client)]).toEqual([429, 429]);
    const other = await testProgram.addMember("buyer");
    expect(await signInStatus(other, client)).toBe(200);
    // All that strangers may try from one client.
    let statuses: number[] = [];
    for (let n = 1; !statuses.includes(429) && n < 70; n += 1) statuses = [await guess(nobody(n), client)];
    expect([await guess(nobody(99), client), await guess(other, client)]).toEqual([429, 429]);
    expect(await signInStatus(other, client)).toBe(200);
  });

  it("has all behind a client that is stopped wait as long, whether they are members or not", async () => {
    const member = await testProgram.addMember("buyer");
    const client = from("192.0.2.72");
    expect(await signInStatus(member, client)).toBe(200);
    const nobody = (n: number) => `nobody-${n}@partner.example`;
    const wait = async (email: string) => {
      const answer = await testProgram.attempt({ email, password: "a wrong guess" }, client);
      expect(answer.status).toBe(429);
      return Number(answer.headers.get("retry-after"));
    };
    for (let n = 0; n < 60; n += 1) await guess({ ...member, email: nobody(n) }, client);
    testProgram.advance(5 * MINUTE);
    // The ninth is one more than a member may guess who is known here.
    for (let n = 0; n < 10; n += 1) {
      const told = await wait(nobody(99));
      const apart = Math.abs(told - (await wait(member.email)));
      // The seconds that pass in between.
      expect(apart, `guess ${n}`).toBeLessThan(10);
    }
  });

  it("is slowed on a known device too, and another member's device is none", async () => {
    const [member, other] = [await testProgram.addMember("buyer"), await testProgram.addMember("buyer")];
    const signedIn = await testProgram.attempt(
      { email: other.email, password: other.password },
      from("192.0.2.63"),
    );
    const device = cookiesOf(signedIn);
    const statuses: number[] = [];
    for (let n = 0; n < 9; n += 1)
      statuses.push(await guess(other, { ...from("192.0.2.64"), cookie: device }));
    expect(statuses).toEqual([...Array<number>(8).fill(401), 429]);
    await guessFromEverywhere(member);
    expect(await signInStatus(member, { ...from("192.0.2.65"), cookie: device })).toBe(429);
  });

  it("does not keep a member from changing their password", async () => {
    const member = await testProgram.addMember("buyer");
    const cookie = await testProgram.signIn(member, from("192.0.2.66"));
    await guessFromEverywhere(member);
    const body = { currentPassword: member.password, newPassword: "four plain words here 7" };
    expect((await testProgram.call(passwordRoute, { method: "PUT", cookie, body })).status).toBe(200);
  });

  it("is one record of the audit log for each member, address and hour, with a count", async () => {
    const member = await testProgram.addMember("buyer");
    for (let n = 0; n < 5; n += 1) await guess(member, from("192.0.2.67"));
    await guess(member, from("192.0.2.68"));
    testProgram.advance(HOUR);
    await guess(member, from("192.0.2.67"));
    const answer = await testProgram.call(auditRoute, {
      cookie: adminCookie,
      path: `/api/audit?member=${member.id}&action=member.sign-in-failed`,
    });
    const { items, actions } = auditPageSchema.parse(answer.json);
    expect(items.map(({ details }) => [details.address, details.count])).toEqual([
      ["192.0.2.67", 1],
      ["192.0.2.68", 1],
      ["192.0.2.67", 5],
    ]);
    expect(items.every(({ member: target }) => target?.id === member.id)).toBe(true);
    expect(actions).toContain("member.sign-in-failed");
  });
});

describe("the address of a connection", () => {
  it("is the socket's, whatever headers a client sends", async () => {
    const server = createServer((request, response) => {
      recordPeerAddress(request);
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
      response.end(JSON.stringify({ address: clientAddress(headers, NO_PROXIES) }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const [, stolen] = peerHeader("9.9.9.9");
    const headers = { "x-forwarded-for": "6.6.6.6", "X-Codedesk-Peer": stolen };
    const answer = await new Promise<string>((resolve, reject) => {
      httpRequest({ host: "127.0.0.1", port, headers }, (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () => resolve(text));
      })
        .on("error", reject)
        .end();
    });
    server.close();
    expect(z.object({ address: z.string() }).parse(JSON.parse(answer)).address).toBe("127.0.0.1");
  });
});
