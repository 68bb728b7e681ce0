import { describe, expect, it } from "vitest";
import { newSecret, secretText, signMessage } from "./signMessage.ts";

describe("the signature of a message", () => {
  it("is that of the Standard Webhooks specification's own example", () => {
    const secret = Buffer.from("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "base64");
    const headers = signMessage(secret, {
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      at: 1_614_265_330_999,
      body: '{"test": 2432232314}',
    });
    expect(headers).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  it("comes of a secret of 256 bits that is never the same", () => {
    expect(secretText(newSecret())).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newSecret()).not.toEqual(newSecret());
  });
});
