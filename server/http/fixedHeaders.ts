import "server-only";

/** Browser features that our pages may not use: all that can be refused. */
const REFUSED_FEATURES = [
  "accelerometer",
  "autoplay",
  "browsing-topics",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
  "xr-spatial-tracking",
];

const DOCUMENT_ONLY: ReadonlySet<string> = new Set(["Permissions-Policy", "Cross-Origin-Opener-Policy"]);

/**
 * Headers of every answer except the build's files, including Next's own errors and refusals in front of Next. This content policy
 * allows nothing; a page replaces it with its own, which has a nonce (preparePage.ts).
 */
export const FIXED_HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy":
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Permissions-Policy": REFUSED_FEATURES.map((name) => `${name}=()`).join(", "),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Permitted-Cross-Domain-Policies": "none",
};

/**
 * Headers of the build's files. What only documents read would cost a first visit 300 bytes with each of a dozen files. One of the
 * files is a worker (components/orders/import/importWorker.ts), which is subject to the content policy of its own file and not to
 * that of its page: it loads further scripts of the build, and nothing else.
 */
export const BUILD_FILE_HEADERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(FIXED_HEADERS).filter(([name]) => !DOCUMENT_ONLY.has(name))),
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
};

/** Where browsers reach the dashboard by https, they have to continue to do so for two years. */
export const STRICT_TRANSPORT = "max-age=63072000; includeSubDomains";
