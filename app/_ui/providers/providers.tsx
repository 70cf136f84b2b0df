"use client";
import { setNonce } from "get-nonce";
import { ThemeProvider } from "next-themes";
import { useLayoutEffect, useState, type ReactNode } from "react";
import { ClockProvider } from "./clock.tsx";
import { ExactTimes } from "./exact-times.tsx";
import { LateTrouble } from "./late-trouble.tsx";
import { TextsOfPages } from "./texts-of-pages.tsx";
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
  // The policy is the document's, for as long as it is open. A page that is read again brings the nonce of another answer, which it lacks.
  const [ofDocument] = useState(nonce);
  // Before any effect of a dialog that is open from the start.
  useLayoutEffect(() => {
    if (ofDocument !== undefined) setNonce(ofDocument);
  }, [ofDocument]);
  return (
    <ThemeProvider
      attribute="data-theme"
      defaultTheme="system"
      enableColorScheme={false}
      {...(ofDocument !== undefined && { nonce: ofDocument })}
    >
      <ClockProvider startMs={nowMs}>
        <TextsOfPages>{children}</TextsOfPages>
      </ClockProvider>
      <ExactTimes />
      <Toasts />
      <LateTrouble />
    </ThemeProvider>
  );
}
