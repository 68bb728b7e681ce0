import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { QrCode } from "./QrCode.tsx";

describe("the QR code of an authenticator app", () => {
  it("is black on white in every theme: not all cameras read it inverted", () => {
    const markup = renderToStaticMarkup(<QrCode text="otpauth://totp/Codedesk" label="QR code" />);
    expect(markup).toMatch(
      /<rect width="(\d+)" height="\1" fill="white"><\/rect><path d="M[^"]+" fill="black">/,
    );
    expect(markup).not.toContain("style=");
  });
});
