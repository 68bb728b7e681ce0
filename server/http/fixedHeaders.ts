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

/**
 * Headers of every answer, including files, Next's own errors and refusals in front of Next. This content policy allows nothing;
 * a page replaces it with its own, which has a nonce (preparePage.ts).
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
 * The content policy of the build's files. One of them is a worker (components/orders/import/importWorker.ts), which is subject
 * to the policy of its own file and not to that of its page: it loads further scripts of the build, and nothing else.
 */
export const BUILD_FILE_POLICY =
  "default-src 'none'; script-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Where browsers reach the dashboard by https, they have to continue to do so for two years. */
export const STRICT_TRANSPORT = "max-age=63072000; includeSubDomains";
