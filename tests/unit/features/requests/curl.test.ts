/** A call as a command for a terminal: complete, quoted, and without a secret. */
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { toCurl } from "#lib/features/requests/curl.ts";

const connection = {
  baseUrl: "https://api.example:8443/base",
  authUrl: "https://login.example/auth-base",
  clientId: "it's me",
};

/** How a shell parses the command. */
function argumentsOf(command: string): string[] {
  const script = command.replace(/^curl /, "printf '%s\\0' ");
  const environment = { ...process.env, ACCESS_TOKEN: "the token", CLIENT_SECRET: "the secret" };
  return execFileSync("/bin/sh", ["-c", script], { env: environment }).toString().split("\0").slice(0, -1);
}

describe("as curl", () => {
  test("reading: the token is a variable of the shell", () => {
    const call = {
      method: "GET",
      path: "/base/cloud/7/project/8/ifc/9/element/simple?type=IfcDoor&x='$(id)`id`",
    };
    const command = toCurl(call, connection);
    expect(command).toContain("$ACCESS_TOKEN");
    const words = argumentsOf(command);
    expect(words.filter((word) => word.startsWith("https:"))).toEqual([
      `https://api.example:8443${call.path}`,
    ]);
    expect(words).toContain("Authorization: Bearer the token");
  });

  test("creating: the body is a file", () => {
    const words = argumentsOf(toCurl({ method: "POST", path: "/base/cloud" }, connection));
    expect(words).toContain("@body.json");
    expect(words).toContain("POST");
  });

  test("asking for a token: at the other address, the secret a variable of the shell", () => {
    const path = "/auth-base/auth/realms/r/protocol/openid-connect/token";
    const command = toCurl({ method: "POST", path }, connection);
    expect(command).toContain("$CLIENT_SECRET");
    const words = argumentsOf(command);
    expect(words).toContain(`https://login.example${path}`);
    expect(words).toContain("client_id=it's me");
    expect(words).toContain("client_secret=the secret");
    expect(command).not.toContain("Authorization");
  });
});
