/** Every response carries a policy: strict for pages, stricter for everything else. */
import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { Severity } from "csp_evaluator/dist/finding.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import { describe, expect, test } from "vitest";
import {
  SECURITY_HEADERS,
  TOAST_STYLE_HASHES,
  answerHeaders,
  pagePolicy,
} from "#lib/boot/edge/security-headers.ts";
import { MAIL_FRAME_STYLE } from "#lib/mail/frame.ts";

const plain = { https: false, development: false };

describe("the policy of pages", () => {
  test("scripts run by nonce alone; nothing is fetched, framed or posted elsewhere", () => {
    const policy = new Map(
      pagePolicy("bm9uY2U=", plain)
        .split("; ")
        .map((directive) => {
          const [name = "", ...values] = directive.split(" ");
          return [name, values] as const;
        }),
    );
    expect(policy.get("script-src")).toEqual(["'nonce-bm9uY2U='", "'strict-dynamic'"]);
    expect(policy.get("script-src-attr")).toEqual(["'none'"]);
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
    expect(policy.get("base-uri")).toEqual(["'none'"]);
    expect(policy.get("form-action")).toEqual(["'self'"]);
    for (const [name, values] of policy) {
      expect(values.join(" "), name).not.toMatch(/\*|http:|https:|unsafe-eval/);
      expect(values, name).not.toContain("'unsafe-inline'");
    }
  });

  test.each([
    "/",
    "/sign-in",
    "/platform/cloud/1",
    "/api/work",
    "/_next/static/x.js",
    "/texts/de.0.js",
    "/service/cloud",
  ])("csp_evaluator finds nothing that counts at %s", (path) => {
    const nonce = randomBytes(16).toString("base64");
    const policy = answerHeaders(path, nonce, plain)["content-security-policy"] ?? "";
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
    // The remaining findings are advice for browsers without nonces, which are no longer supported.
    const counting = findings.filter(
      ({ severity }) => severity <= Severity.MEDIUM_MAYBE && severity !== Severity.STRICT_CSP,
    );
    expect(counting.map(({ directive, description }) => `${directive}: ${description}`)).toEqual([]);
  });

  test("csp_evaluator would find a policy that lets a page's own words run", () => {
    const findings = new CspEvaluator(new CspParser("script-src 'unsafe-inline'").csp).evaluate();
    expect(findings.some(({ severity }) => severity === Severity.HIGH)).toBe(true);
  });

  test("only the development build may evaluate code", () => {
    expect(pagePolicy("x", { development: true })).toContain("'unsafe-eval'");
    expect(pagePolicy("x", plain)).not.toContain("'unsafe-eval'");
  });

  test("names the style sheet that the installed toasts write", async () => {
    const source = await readFile(fileURLToPath(import.meta.resolve("sonner")), "utf8");
    const literal = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)?.[1] ?? "";
    const texts = ["", JSON.parse(literal) as string];
    expect(TOAST_STYLE_HASHES).toEqual(
      texts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`),
    );
  });
});

describe("mails in the built-in mailbox", () => {
  test("their one style sheet is named, and no style attribute is", () => {
    const hash = createHash("sha256").update(MAIL_FRAME_STYLE).digest("base64");
    expect(pagePolicy("x", plain)).toContain(`'sha256-${hash}'`);
    expect(pagePolicy("x", plain)).not.toContain("unsafe-hashes");
  });
});

describe("by address", () => {
  test.each(["/", "/clouds", "/apis", "/platform/cloud/1", "/nothing/here", "/services"])(
    "%s: a page",
    (path) => {
      expect(answerHeaders(path, "bm9uY2U=", plain)).toMatchObject({
        ...SECURITY_HEADERS,
        "content-security-policy": pagePolicy("bm9uY2U=", plain),
        "referrer-policy": "same-origin",
      });
    },
  );

  test.each(["/api/health", "/api", "/_next/static/x.js", "/service/cloud", "/service"])(
    "%s: data",
    (path) => {
      expect(answerHeaders(path, "bm9uY2U=", plain)).toEqual(SECURITY_HEADERS);
    },
  );

  test("https is insisted on where the portal's address has it, and nowhere else", () => {
    const name = "strict-transport-security";
    expect(answerHeaders("/api/health", "x", { ...plain, https: true })[name]).toMatch(
      /^max-age=[1-9]\d{7,}$/,
    );
    expect(answerHeaders("/api/health", "x", plain)[name]).toBeUndefined();
  });
});
