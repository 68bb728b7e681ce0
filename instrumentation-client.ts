import { undoTranslations } from "#components/shell/translation/undoTranslations.ts";

/**
 * Next runs this in the browser before anything else of a page. zod asks whether text may be run as code as soon as it makes the schema of
 * an object; the content policy refuses that, which Firefox and Safari report in the console
 * (docs/decisions/0009-content-security-policy.md). This is what `z.config({ jitless: true })` does, without 4 kB of zod on each page.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// React must not change a translated text before (docs/decisions/0027-pages-that-are-translated.md).
undoTranslations();
