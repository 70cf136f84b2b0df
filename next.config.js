import path from "node:path";
import { fileURLToPath } from "node:url";
import { SECURITY_HEADERS } from "./lib/boot/security-headers.mjs";

const root = path.dirname(fileURLToPath(import.meta.url));

// Next needs inline scripts for its own streaming; a nonce for them belongs to the access work (docs/decisions).
// React's development build evaluates code for its debugging tools; the production build never does.
const scripts = process.env.NODE_ENV === "development" ? "'unsafe-inline' 'unsafe-eval'" : "'unsafe-inline'";
const contentSecurityPolicy = [
  "default-src 'self'",
  `script-src 'self' ${scripts}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** @type {import("next").NextConfig} */
const config = {
  turbopack: { root },
  poweredByHeader: false,
  reactStrictMode: true,
  // The service's paths carry no trailing slash, and one with a slash is 404 there, never a redirect.
  skipTrailingSlashRedirect: true,
  images: { unoptimized: true },
  // Types are checked by `npm test`; checking them again would only make the first start slower.
  typescript: { ignoreBuildErrors: true },
  // A project's logo travels in its form; files of models have a way of their own.
  experimental: { serverActions: { bodySizeLimit: "20mb" } },
  serverExternalPackages: [
    "@duckdb/node-api",
    "pg",
    "graphile-worker",
    "@node-rs/argon2",
    "pino",
    "nodemailer",
    "yauzl",
  ],
  headers: () =>
    Promise.resolve([
      {
        source: "/:path*",
        headers: Object.entries({
          ...SECURITY_HEADERS,
          "content-security-policy": contentSecurityPolicy,
        }).map(([key, value]) => ({ key, value })),
      },
    ]),
};

export default config;
