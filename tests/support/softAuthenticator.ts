import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** What a page tells an authenticator, and how the authenticator behaves. */
export type Ceremony = {
  challenge: string;
  origin: string;
  rpId: string;
  /** Whether it has verified the user, by a fingerprint or a PIN. */
  verified?: boolean;
  /** The counter that it reports. */
  counter?: number;
};

export type SoftAuthenticator = ReturnType<typeof createAuthenticator>;

/** An authenticator in software with one passkey (WebAuthn, level 2, ES256, attestation "none"). */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(16);
  const id = credentialId.toString("base64url");
  const common = { id, rawId: id, type: "public-key", clientExtensionResults: {} } as const;
  return {
    id,
    /** The answer to a request to make the passkey. */
    create(ceremony: Ceremony) {
      const length = Buffer.from([0, credentialId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
      const authData = Buffer.concat([authenticatorData(ceremony, 0x40), attested]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from("fmt"),
        Buffer.from([0x64]),
        Buffer.from("none"),
        Buffer.from([0x67]),
        Buffer.from("attStmt"),
        Buffer.from([0xa0, 0x68]),
        Buffer.from("authData"),
        Buffer.from([0x59, authData.length >> 8, authData.length & 0xff]),
        authData,
      ]).toString("base64url");
      const clientDataJSON = clientData("webauthn.create", ceremony).toString("base64url");
      return { ...common, response: { clientDataJSON, attestationObject, transports: ["internal"] } };
    },
    /** The answer to a challenge. */
    answer(ceremony: Ceremony) {
      const data = clientData("webauthn.get", ceremony);
      const authData = authenticatorData(ceremony, 0);
      const signed = Buffer.concat([authData, createHash("sha256").update(data).digest()]);
      return {
        ...common,
        response: {
          clientDataJSON: data.toString("base64url"),
          authenticatorData: authData.toString("base64url"),
          signature: sign("sha256", signed, privateKey).toString("base64url"),
        },
      };
    },
  };
}

function clientData(type: string, { challenge, origin }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData({ rpId, verified = true, counter = 0 }: Ceremony, flags: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags | 0x01 | (verified ? 0x04 : 0), 0);
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash("sha256").update(rpId).digest(), head]);
}

/** A P-256 key as COSE writes it (RFC 9052). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, "base64url"),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, "base64url"),
  ]);
}
