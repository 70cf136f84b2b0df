import { expect, test } from "vitest";
import { parseEnv } from "#lib/core/env.ts";
import { readS3Settings } from "#lib/storage/s3/connection.ts";

test("without a bucket files stay in the data folder", () => {
  expect(readS3Settings(parseEnv({}))).toBeNull();
});

test("a bucket alone is one of AWS, with the account of the machine", () => {
  expect(readS3Settings(parseEnv({ S3_BUCKET: "b", S3_REGION: "eu-west-1" }))).toEqual({
    bucket: "b",
    region: "eu-west-1",
    isPathStyle: false,
    prefix: "",
  });
});

test("a store of one's own has the bucket in the path unless told otherwise", () => {
  const own = {
    S3_BUCKET: "b",
    S3_ENDPOINT: "https://s3.example.org/",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "secret",
    S3_PREFIX: "portico",
  };
  expect(readS3Settings(parseEnv(own))).toEqual({
    bucket: "b",
    region: "us-east-1",
    endpoint: "https://s3.example.org",
    isPathStyle: true,
    credentials: { accessKeyId: "id", secretAccessKey: "secret" },
    prefix: "portico/",
  });
  expect(readS3Settings(parseEnv({ ...own, S3_PATH_STYLE: "off" }))?.isPathStyle).toBe(false);
});
