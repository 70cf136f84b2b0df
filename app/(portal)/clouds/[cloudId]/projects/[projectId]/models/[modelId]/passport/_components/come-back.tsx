"use client";
import { useRouter } from "next/navigation";
import { useEffect, type ReactNode } from "react";
import { Progress } from "#app/_ui/primitives/progress.tsx";

const LOOK_MS = 1_000;

/** Something that comes by itself: the page is made anew until it is there. */
export function ComeBack({ label, children }: { label: string; children: ReactNode }): ReactNode {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) router.refresh();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [router]);
  return (
    <div className="grid w-full gap-1.5 py-1 text-13 text-fg-2" role="status">
      <span>{children}</span>
      <Progress label={label} />
    </div>
  );
}
