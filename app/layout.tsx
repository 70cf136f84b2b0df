import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import Script from "next/script";
import type { ReactNode } from "react";
import { currentLanguage, t, textScriptOf } from "#lib/core/texts.ts";
import { Providers } from "./_ui/providers/providers.tsx";
import "./globals.css";

export function generateMetadata(): Metadata {
  return {
    title: { default: "Portico", template: "%s · Portico" },
    description: t("Clouds, projects, models and people of your application at a building-model service."),
    robots: { index: false, follow: false },
    manifest: "/manifest.webmanifest",
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fbfbf9" },
    { media: "(prefers-color-scheme: dark)", color: "#111110" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }): Promise<ReactNode> {
  // Reading the request makes every page dynamic, which a nonce per response requires.
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const language = currentLanguage();
  const script = textScriptOf(language);
  return (
    <html lang={language} suppressHydrationWarning>
      <body>
        {script !== null && <Script src={script} strategy="beforeInteractive" nonce={nonce} />}
        <Providers nonce={nonce} nowMs={readClock()}>
          {children}
        </Providers>
      </body>
    </html>
  );
}

// The time of each request: this layout is rendered once per request, only on the server.
function readClock(): number {
  return Date.now();
}
