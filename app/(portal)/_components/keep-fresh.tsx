"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

const LOOK_MS = 2_000;

/** Has the page read anew every two seconds while something on it moves by itself and somebody looks at it. */
export function KeepFresh(): null {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, LOOK_MS);
    return () => {
      clearInterval(timer);
    };
  }, [router]);
  return null;
}
