/**
 * The narrowest bar of a barcode on a screen, in CSS pixels: about half a millimetre, twice the least that GS1 allows for retail
 * (0.264 mm). At 1 pixel a hand scanner reads no screen, and a fraction of a pixel blurs the widths that the code consists of.
 */
const LEAST = 2;
/** Wider ones only make the symbol too long for the scanner's beam. */
const MOST = 4;

/** How many whole CSS pixels each module of a barcode gets in so much room; null if it would be too fine to be scanned. */
export function barcodeScale(modules: number, room: number): number | null {
  const scale = Math.min(MOST, Math.floor(room / modules));
  return scale < LEAST ? null : scale;
}
