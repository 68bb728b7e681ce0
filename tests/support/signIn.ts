import { z } from "zod";

/** Signs in over HTTP as the sign-in page does and returns the session as a Cookie header. `origin` has no path. */
export async function signIn(origin: string, email: string, password: string): Promise<string> {
  const first = await fetch(new URL("/api/auth/csrf", origin));
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await first.json());
  const answer = await fetch(new URL("/api/auth/callback/credentials", origin), {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookies(first), origin },
    body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
  });
  await answer.arrayBuffer();
  return cookies(answer);
}

function cookies(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}
