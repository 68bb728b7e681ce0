import { handleBackchannelLogout } from "#server/auth/identityProvider/handleBackchannelLogout.ts";
import { getAuthSettings } from "#server/auth/settings.ts";
import { getProgram } from "#server/context/runningProgram.ts";

export const POST = (http: Request): Promise<Response> =>
  handleBackchannelLogout(http, getProgram(), getAuthSettings());
