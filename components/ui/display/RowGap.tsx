"use client";

import { useLayoutEffect, useRef } from "react";

/** The height of rows that are not rendered. Set on the element, because the page's policy allows no style attributes. */
export function RowGap({ height }: { height: number }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current) element.current.style.height = `${height}px`;
  }, [height]);
  return <div ref={element} aria-hidden />;
}
