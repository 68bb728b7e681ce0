import { createHash, createSign, generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export const CLIENT = { id: "codedesk", secret: "the-client-secret" };

/** The claims with which a person comes back; the parameters from the dashboard decide whether their code is valid. */
export type Claims = Record<string, unknown>;
export type IdentityProvider = {
  issuer: string;
  /** The code for these claims that a person's consent at the authorisation address would give. */
  consent(authorisation: URL, claims: Claims): string;
  /** From now on, every browser at the authorisation address consents at once as this person. */
  consentAs(claims: Claims): void;
  /** A token with this content, signed as the provider signs. */
  sign(content: object, header?: object): string;
  close(): Promise<void>;
};

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

/** The part of an OpenID Connect provider that a sign-in uses, over a real socket: discovery, keys, token with PKCE. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const granted = new Map<string, { challenge: string; nonce: string; claims: Claims }>();
  let issuer = "";
  let person: Claims = {};

  function token(form: URLSearchParams, authorisation: string | undefined): object | null {
    const grant = granted.get(form.get("code") ?? "");
    const basic = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString("base64");
    const verifier = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!grant || verifier !== grant.challenge || authorisation !== `Basic ${basic}`) return null;
    granted.delete(form.get("code") ?? "");
    const now = Math.floor(Date.now() / 1_000);
    const content = {
      iss: issuer,
      aud: CLIENT.id,
      iat: now,
      exp: now + 60,
      nonce: grant.nonce,
      ...grant.claims,
    };
    return { access_token: "unused", token_type: "Bearer", id_token: signed(content) };
  }
  function consent(authorisation: URL, claims: Claims): string {
    const code = randomUUID();
    const challenge = authorisation.searchParams.get("code_challenge") ?? "";
    granted.set(code, { challenge, nonce: authorisation.searchParams.get("nonce") ?? "", claims });
    return code;
  }
  /** Where the browser goes from the authorisation address. */
  function wayBack(authorisation: URL): string {
    const back = new URL(authorisation.searchParams.get("redirect_uri") ?? "");
    back.searchParams.set("code", consent(authorisation, person));
    back.searchParams.set("state", authorisation.searchParams.get("state") ?? "");
    return back.href;
  }
  function signed(content: object, header: object = {}): string {
    const text = `${encode({ alg: "RS256", kid: "1", typ: "JWT", ...header })}.${encode(content)}`;
    return `${text}.${createSign("RSA-SHA256").update(text).sign(privateKey, "base64url")}`;
  }

  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? "", issuer);
    if (asked.pathname === "/authorize") {
      response.writeHead(302, { location: wayBack(asked) }).end();
      return;
    }
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const answers: Record<string, () => object | null> = {
        "/.well-known/openid-configuration": () => ({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          id_token_signing_alg_values_supported: ["RS256"],
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
        }),
        "/keys": () => ({
          keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }],
        }),
        "/token": () => token(form, request.headers.authorization),
      };
      const answer = answers[request.url ?? ""]?.() ?? null;
      response.writeHead(answer === null ? 400 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(answer ?? { error: "invalid_grant" }));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  // A TCP server's address is always of this shape.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    consent,
    consentAs: (claims) => {
      person = claims;
    },
    sign: signed,
    close: () => new Promise((closed) => void server.close(() => closed())),
  };
}
