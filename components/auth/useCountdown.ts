import { useEffect, useState } from "react";

const SECOND = 1_000;

/** The seconds left, and a function that starts again. Follows the clock, so a sleeping tab does not prolong it. */
export function useCountdown(): [left: number, start: (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);

  useEffect(() => {
    if (until === 0) return undefined;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((until - Date.now()) / SECOND));
      setLeft(now);
      if (now === 0) setUntil(0);
    }, SECOND);
    return () => clearInterval(timer);
  }, [until]);

  function start(seconds: number) {
    setLeft(seconds);
    setUntil(Date.now() + seconds * SECOND);
  }
  return [left, start];
}
