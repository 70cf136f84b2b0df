/**
 * Whatever proves an address or opens the interface appears in no log line and in no stored reason: everything that the service and the
 * delivery of emails write at the most verbose level is read, with and without failures.
 */
import { afterAll, expect, test } from "vitest";
import { POLITE, startRawSmtp } from "#tests/support/raw-smtp.ts";
import { useScratchFolder } from "#tests/support/use-scratch.ts";
import { useServiceServer } from "#tests/support/use-service.ts";
import { startServiceProcess } from "#tests/support/started-service.ts";
import { until } from "#tests/support/until.ts";
import { fetchToken, wire, type Wire } from "#tests/support/wire.ts";
import { makeCloud } from "./people.ts";

const smtp = await startRawSmtp();
const service = await useServiceServer({ smtpUrl: smtp.url });
const credentials = await service.register("canary");
const folder = await useScratchFolder("logs");
const { baseUrl, output, kill } = await startServiceProcess({ LOG_LEVEL: "trace", PORTICO_DATA_DIR: folder });
afterAll(async () => {
  await kill();
  await smtp.stop();
});

/** Invites somebody and returns the link in the email that the mail server received. */
async function inviteAndReadLink(call: Wire, email: string): Promise<string> {
  const path = `/cloud/${String(await makeCloud(call, "Canaries"))}`;
  const origin = baseUrl.replace(/\/service$/, "");
  await call("POST", `${path}/invitation`, { email, redirect_uri: `${origin}/platform${path}` });
  await service.deliverMails();
  const text = (smtp.messages.at(-1) ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "=");
  return /http:\S+\?invitation=[\w-]{43}/.exec(text)?.[0] ?? "";
}

test("tokens, secrets and invitation links are in no log line, whatever goes wrong", async () => {
  const token = await fetchToken(baseUrl, credentials);
  const call = wire(baseUrl, token);
  const secret = "canary-of-a-webhook-secret";
  const link = await inviteAndReadLink(call, "anna@example.org");
  const proof = new URL(link).searchParams.get("invitation") ?? "";
  expect(proof).toHaveLength(43);

  await service.db.$executeRaw`ALTER TABLE service_invitation RENAME TO service_invitation_away`;
  await service.db.$executeRaw`ALTER TABLE service_webhook RENAME TO service_webhook_away`;
  const broken = [
    await call("GET", `/cloud/1/invitation?invitation=${proof}`),
    await call("POST", "/cloud/1/invitation", { email: "b@example.org", redirect_uri: link }),
    await call("POST", "/cloud/1/webhook", { url: link, events: ["project.update"], secret }),
  ];
  expect(broken.map((answer) => answer.status)).toEqual([500, 500, 500]);
  expect(broken.map((answer) => answer.body)).toEqual(
    broken.map(() => ({ detail: "A server error occurred." })),
  );
  await service.db.$executeRaw`ALTER TABLE service_webhook_away RENAME TO service_webhook`;
  await service.db.$executeRaw`ALTER TABLE service_invitation_away RENAME TO service_invitation`;
  await call("GET", `/nowhere/${proof}?token=${token}`);
  await wire(baseUrl, `${token}x`)("GET", `/cloud?invitation=${proof}`);
  const reference = broken[0]?.headers.get("x-request-id") ?? "";
  await until("the faults are in the log", () => output().includes(reference) && reference !== "");

  for (const canary of [proof, token, token.split(".")[2] ?? "", credentials.secret, secret]) {
    expect(canary.length).toBeGreaterThan(10);
    expect(output().includes(canary)).toBe(false);
  }
});

test("a mail server that repeats the link in its refusal gets it into no kept reason", async () => {
  const call = wire(baseUrl, await fetchToken(baseUrl, credentials));
  smtp.reply = (line) => {
    if (line !== ".") return POLITE(line);
    const text = (smtp.messages.at(-1) ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "=");
    return `554 5.7.1 spam: ${/http:\S+\?invitation=[\w-]{43}/.exec(text)?.[0] ?? ""} secret=hunter2-canary`;
  };
  const link = await inviteAndReadLink(call, "refused@example.org");
  const proof = new URL(link).searchParams.get("invitation") ?? "";
  const row = await service.db.outboxMail.findFirstOrThrow({ where: { recipient: "refused@example.org" } });
  expect(row.failedAt).not.toBeNull();
  expect(row.lastError).toContain("554 5.7.1 spam");
  expect(row.lastError).not.toContain(proof);
  expect(row.lastError).not.toContain("hunter2-canary");
});
