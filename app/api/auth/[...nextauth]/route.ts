import { handleAuth } from "#server/auth/nextAuth/handler.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import { getProgram } from "#server/context/runningProgram.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

async function handle(http: Request, context: Context): Promise<Response> {
  return handleAuth(http, (await context.params).nextauth, getProgram(), getAuthSettings());
}

export const GET = handle;
export const POST = handle;
