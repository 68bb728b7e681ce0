import { z } from "zod";

const FIRST = Date.parse("0001-01-01T00:00:00Z");
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/** An instant as ISO 8601 text with its offset, of a year from 1 to 9999 in UTC: the database knows no year 0. */
export const instantTextSchema = z.iso.datetime({ offset: true }).refine(
  (text) => {
    const at = Date.parse(text);
    return at >= FIRST && at <= LAST;
  },
  { message: "Use a year between 0001 and 9999." },
);
