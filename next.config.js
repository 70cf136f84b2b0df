import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(fileURLToPath(import.meta.url));

// The headers of every answer are set by our own server: lib/boot/edge/security-headers.ts.
/** @type {import("next").NextConfig} */
const config = {
  turbopack: { root },
  poweredByHeader: false,
  reactStrictMode: true,
  // A page comes with its title: sent after it, the title would go away for a moment at every refresh.
  htmlLimitedBots: /.*/,
  // Named by lib/boot/launch/prepare.ts, so that several machines with the same sources have the same build.
  generateBuildId: () => process.env.PORTICO_BUILD_ID ?? null,
  // The service's paths carry no trailing slash, and one with a slash is 404 there, never a redirect.
  skipTrailingSlashRedirect: true,
  images: { unoptimized: true },
  // Types are checked by `npm test`; checking them again would only make the first start slower.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // A project's logo travels in its form; files of models have a way of their own.
    serverActions: { bodySizeLimit: "20mb" },
    // A fresh clone builds once: writing the cache for a next build would be a sixth of the work.
    turbopackFileSystemCacheForBuild: process.env.CI === undefined,
  },
  serverExternalPackages: [
    "@duckdb/node-api",
    "pg",
    "graphile-worker",
    "@node-rs/argon2",
    "pino",
    "nodemailer",
    "yauzl",
  ],
};

export default config;
