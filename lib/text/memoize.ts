/** How many results are kept. Keys come from outside, such as locales, so there is no end of them. */
const MOST = 500;

/** Remembers what `make` returns for each key, such as formatters of Intl and the texts that they write. Forgets all when it is full. */
export function memoize<T>(make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= MOST) known.clear();
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
