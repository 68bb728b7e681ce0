import { errorMessage } from "#lib/text/errorMessage.ts";
import { readLaunchSettings, readSettings, type LaunchSettings, type Settings } from "#server/config/env.ts";
import { requireHttps } from "#server/config/plainHttp.ts";
import { trouble, well, type Finding } from "./finding.ts";

export type Variables = Readonly<Record<string, string | undefined>>;
export type Configuration = { launch: LaunchSettings; settings: Settings };

/** Placeholders for what `npm start` generates when it runs the embedded database. */
const MADE = "made-at-the-first-start-and-kept-in-DATA_DIR";

/** Reads the configuration as `npm start` would, but starts and writes nothing. */
export function examineConfiguration(variables: Variables): {
  findings: Finding[];
  configuration: Configuration | null;
} {
  try {
    const launch = readLaunchSettings(variables);
    const embedded = {
      DATABASE_URL: "postgresql://embedded/codedesk",
      NEXTAUTH_SECRET: MADE,
      CODES_FINGERPRINT_KEY: MADE,
    };
    const given = Object.fromEntries(
      Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ""),
    );
    const settings = readSettings(launch.databaseUrl === null ? { ...embedded, ...given } : given);
    requireHttps(launch, settings.ownAddress);
    const names = Object.keys(settings.services).join(" and ");
    return {
      findings: [well(`Configuration: complete, for ${names}`)],
      configuration: { launch, settings },
    };
  } catch (error) {
    return { findings: [trouble(errorMessage(error))], configuration: null };
  }
}
