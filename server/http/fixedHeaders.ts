import "server-only";

/** What a browser may use for our pages: nothing, of what there is to ask for. */
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
 * Headers of every answer, whoever makes it: pages, files, the interface, Next's own errors and our refusals in front of it. The content
 * policy allows nothing; a page's own, with its nonce, takes its place (proxy.ts).
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
 * The content policy of a file of the build. One of them is a worker (components/orders/import/importWorker.ts), which is held
 * to the policy of its own file and not to that of its page: it loads further scripts of the build, and nothing else.
 */
export const BUILD_FILE_POLICY =
  "default-src 'none'; script-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Where browsers reach the dashboard by https: they stay with it, for two years. */
export const STRICT_TRANSPORT = "max-age=63072000; includeSubDomains";
