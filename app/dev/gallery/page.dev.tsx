import type { Metadata } from "next";
import { Gallery } from "#components/gallery/Gallery.tsx";

export const metadata: Metadata = { title: "Gallery" };

/** The primitives of the screens. Next takes this file for a page only under `npm run dev` (next.config.mjs). */
export default function GalleryPage() {
  return <Gallery />;
}
