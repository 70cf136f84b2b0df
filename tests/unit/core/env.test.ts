import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { parseEnv } from "#lib/core/env.ts";
import { openScratch } from "#tests/support/scratch.ts";

test("an empty environment is a complete configuration", () => {
  const env = parseEnv({});
  expect(env.PORT).toBe(3000);
  expect(env.origin).toBe("http://localhost:3000");
  expect(path.isAbsolute(env.dataDir)).toBe(true);
  expect(env.PORTICO_EMBEDDED).toBe("on");
});

test("an empty value counts as absent", () => {
  expect(parseEnv({ PORT: "", DATABASE_URL: "" }).PORT).toBe(3000);
});

test("a wrong configuration names every variable and no value", () => {
  const attempt = (): unknown =>
    parseEnv({ PORT: "99999999", PORTICO_SECRET: "canary-short", PORTICO_ORIGIN: "canary://nowhere" });
  expect(attempt).toThrow(/PORT/);
  expect(attempt).toThrow(/PORTICO_SECRET/);
  expect(attempt).toThrow(/PORTICO_ORIGIN/);
  expect(attempt).not.toThrow(/canary/);
});

test("an origin loses its trailing slash so that addresses can be appended", () => {
  expect(parseEnv({ PORTICO_ORIGIN: "https://portal.example/" }).origin).toBe("https://portal.example");
});

test("a secret may come from a mounted file, and the variable wins over the file", async () => {
  await using folder = await openScratch("env");
  const file = path.join(folder.path, "secret");
  await writeFile(file, "from-the-file-0123456789-0123456789\n");
  expect(parseEnv({ PORTICO_SECRET_FILE: file }).PORTICO_SECRET).toBe("from-the-file-0123456789-0123456789");
  const direct = "direct-value-0123456789-0123456789-01";
  expect(parseEnv({ PORTICO_SECRET: direct, PORTICO_SECRET_FILE: file }).PORTICO_SECRET).toBe(direct);
  expect(() => parseEnv({ PORTICO_SECRET_FILE: `${file}.gone` })).toThrow(
    /PORTICO_SECRET_FILE: the file cannot be read/,
  );
});

test("the account of a file store may come from mounted files, and a prefix is made of plain names", async () => {
  await using folder = await openScratch("env");
  const file = path.join(folder.path, "secret");
  await writeFile(file, "from-the-file\n");
  const env = parseEnv({ S3_BUCKET: "b", S3_ACCESS_KEY_ID_FILE: file, S3_SECRET_ACCESS_KEY_FILE: file });
  expect(env).toMatchObject({ S3_ACCESS_KEY_ID: "from-the-file", S3_SECRET_ACCESS_KEY: "from-the-file" });
  expect(parseEnv({ S3_PREFIX: "portico/one_2" }).S3_PREFIX).toBe("portico/one_2");
  for (const prefix of ["/a", "a/", "a//b", "../a", "a b", "."]) {
    expect(() => parseEnv({ S3_PREFIX: prefix }), prefix).toThrow(/S3_PREFIX/);
  }
});
