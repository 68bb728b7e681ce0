/** Puts an entry into a map of at most `most`, in place of those that were put there longest ago. Returns the value. */
export function keepRecent<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): Value {
  // A map keeps the order in which its keys came: one that is put again counts as new.
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
  return value;
}
