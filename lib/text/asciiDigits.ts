/** Digits of every script become 0–9. Unicode has digits in blocks of ten, so the value is the distance to the start of the block. */
export function asciiDigits(text: string): string {
  return text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0;
    let start = point;
    while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
    return String((point - start) % 10);
  });
}
