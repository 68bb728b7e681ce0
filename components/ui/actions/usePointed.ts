"use client";

import { useEffect, useRef, useState } from "react";

/** In milliseconds: longer than a pointer takes to cross a row on its way to another, shorter than a person takes to press. */
const RESTS_FOR = 65;

/** Whether the pointer has rested on an element, from then on; with the handlers that the element needs. */
export function usePointed() {
  const [isPointed, setIsPointed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const forget = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isPointed,
    handlers: {
      onPointerEnter: () => {
        forget();
        timer.current = setTimeout(() => setIsPointed(true), RESTS_FOR);
      },
      onPointerLeave: forget,
    },
  };
}
