"use client";
import { usePathname } from "next/navigation";
import { use, useEffect, useState, type ReactNode } from "react";
import { allTexts, hasAllTexts } from "../all-texts.ts";
import { atFirstSign } from "../late.ts";

/** Shows another page than the document's first one only when its texts are here. They are loaded at the first pointer or key. */
export function TextsOfPages({ children }: { children: ReactNode }): ReactNode {
  const pathname = usePathname();
  const [first] = useState(pathname);
  useEffect(() => atFirstSign(() => void allTexts()), []);
  // Each further page asks again for what failed to load.
  useEffect(() => {
    if (pathname !== first) void allTexts();
  }, [pathname, first]);
  if (pathname !== first && !hasAllTexts()) use(allTexts());
  return children;
}
