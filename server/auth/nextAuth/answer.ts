import "server-only";
import type { AppError } from "#server/context/errors.ts";
import { statusOf } from "#server/http/problem.ts";

/** The part of a Node response that next-auth uses. */
export class Answer {
  #status = 200;
  #body: string | null = null;
  readonly #headers = new Map<string, string | string[]>();

  status(code: number): this {
    this.#status = code;
    return this;
  }
  getHeader(name: string): string | string[] | undefined {
    return this.#headers.get(name.toLowerCase());
  }
  setHeader(name: string, value: string | string[]): this {
    this.#headers.set(name.toLowerCase(), value);
    return this;
  }
  json(value: unknown): void {
    this.setHeader("content-type", "application/json");
    this.#body = JSON.stringify(value);
  }
  send(value: unknown): void {
    if (typeof value === "object" && value !== null) this.json(value);
    else this.#body = typeof value === "string" ? value : null;
  }
  end(): void {
    this.#body = null;
  }

  /** @param refusal turns the answer into its status with `Retry-After`, in the shape that next-auth's clients read. */
  toResponse(refusal: AppError | undefined): Response {
    const headers = new Headers();
    for (const [name, value] of this.#headers) {
      for (const one of [value].flat()) headers.append(name, name === "location" ? encoded(one) : one);
    }
    let status = this.#status;
    if (refusal) {
      status = status === 302 ? 302 : statusOf(refusal);
      const { retryAfterSeconds } = refusal.details;
      if (retryAfterSeconds !== undefined) headers.set("retry-after", String(Math.ceil(retryAfterSeconds)));
    } else if (status === 200 && this.#body?.includes("csrf=true")) {
      // next-auth answers 200 to a sign-in without a CSRF token, although nobody was signed in.
      status = 403;
    }
    return new Response(this.#body, { status, headers });
  }
}

/** next-auth writes what it was given into the address unencoded, and a header with other characters is an error that tells the text. */
function encoded(address: string): string {
  return address.toWellFormed().replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent);
}
