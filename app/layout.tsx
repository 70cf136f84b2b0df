import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "./_ui/providers/providers.tsx";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Portico", template: "%s · Portico" },
  description: "Clouds, projects, models and people of your application at a building-model service.",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fbfbf9" },
    { media: "(prefers-color-scheme: dark)", color: "#111110" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }): Promise<ReactNode> {
  // Reading the request makes every page dynamic, as a nonce of its own for each answer needs.
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <html lang="en" suppressHydrationWarning>
      <body>
        <Providers nonce={nonce} nowMs={readClock()}>
          {children}
        </Providers>
      </body>
    </html>
  );
}

// Each request has a moment of its own: this layout is rendered once a request, on the server only.
function readClock(): number {
  return Date.now();
}
