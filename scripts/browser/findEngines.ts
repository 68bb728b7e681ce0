import { globSync } from "node:fs";
import { runProgram } from "#scripts/tools/runTool.ts";
import { installPackages, mayInstallPackages, updatePackageIndex } from "./debian.ts";
import { onPath } from "./onPath.ts";

/** Browsers of other makes than Chromium: where their programs are, as variables for e2e/engines/givenEngines.ts. */
export type FoundEngines = Record<string, string>;

/** WebKitGTK's own small browser, which no folder of the PATH has. */
const WEBKIT_BROWSERS = "/usr/{lib/*,lib64,libexec}/webkit2gtk-4.*/MiniBrowser";
/** WebKit needs a display and a message bus of its own. */
const WEBKIT_NEEDS = ["xvfb-run", "dbus-run-session"];

/** The packages of Debian for both of them. */
const PACKAGES = {
  Firefox: ["firefox-esr"],
  WebKit: ["webkit2gtk-driver", "xvfb", "xauth", "dbus"],
};

/** Finds Firefox and WebKitGTK, installing them if possible; says what is missing. */
export async function findOrInstallEngines(): Promise<FoundEngines> {
  const present = await findEngines();
  const missing = missingOf(present);
  if (missing.length === 0) return present;
  if (mayInstallPackages()) {
    console.log(`No ${missing.join(" and no ")} was found on this machine. Installing them.`);
    await updatePackageIndex();
    for (const name of missing) await installPackages(...PACKAGES[name]);
  }
  const found = await findEngines();
  for (const name of missingOf(found)) {
    console.log(`${name} is not tested: install it (\`apt-get install ${PACKAGES[name].join(" ")}\`).`);
  }
  return found;
}

function missingOf(found: FoundEngines): (keyof typeof PACKAGES)[] {
  const missing: (keyof typeof PACKAGES)[] = [];
  if (found["ENGINE_FIREFOX"] === undefined) missing.push("Firefox");
  if (found["ENGINE_WEBKIT"] === undefined) missing.push("WebKit");
  return missing;
}

async function findEngines(): Promise<FoundEngines> {
  const found: FoundEngines = {};
  const [firefox] = onPath("firefox-esr", "firefox");
  // A browser without its system libraries is installed but does not start.
  if (firefox !== undefined && (await runProgram(firefox, ["--version"])).code === 0) {
    found["ENGINE_FIREFOX"] = firefox;
  }
  const [driver] = onPath("WebKitWebDriver");
  const browser = globSync(WEBKIT_BROWSERS).toSorted().at(-1);
  const canRun = WEBKIT_NEEDS.every((name) => onPath(name).length > 0);
  if (driver !== undefined && browser !== undefined && canRun) {
    found["ENGINE_WEBKIT_DRIVER"] = driver;
    found["ENGINE_WEBKIT"] = browser;
  }
  return found;
}
