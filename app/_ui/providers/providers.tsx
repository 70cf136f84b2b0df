"use client";
import { setNonce } from "get-nonce";
import { ThemeProvider } from "next-themes";
import { useEffect, type ReactNode } from "react";
import { ClockProvider } from "./clock.tsx";
import { ExactTimes } from "./exact-times.tsx";
import { Toasts } from "./toasts.tsx";

/**
 * Surrounds every page: theme, clock, links, exact times, toasts. `nonce` is that of the page's content security policy, for the theme's
 * script and the scroll lock of dialogs.
 */
export function Providers({
  nonce,
  nowMs,
  children,
}: {
  nonce: string | undefined;
  nowMs: number;
  children: ReactNode;
}): ReactNode {
  useEffect(() => {
    if (nonce !== undefined) setNonce(nonce);
  }, [nonce]);
  return (
    <ThemeProvider
      attribute="data-theme"
      defaultTheme="system"
      enableColorScheme={false}
      {...(nonce !== undefined && { nonce })}
    >
      <ClockProvider startMs={nowMs}>{children}</ClockProvider>
      <ExactTimes />
      <Toasts />
    </ThemeProvider>
  );
}
