import { expect, test } from "vitest";
import { deviceWords } from "#lib/auth/device.ts";

const MOZILLA = "Mozilla/5.0";

test.each([
  [`${MOZILLA} (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0`, "Firefox on Windows"],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`,
    "Safari on macOS",
  ],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    "Edge on Windows",
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1`,
    "Chrome on iPhone",
  ],
  [
    `${MOZILLA} (Linux; Android 16; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  ["curl/8.14.1", "A browser"],
  ["", "A browser"],
  ["<script>alert(1)</script>".repeat(1000), "A browser"],
])("%.60s", (userAgent, words) => {
  expect(deviceWords(userAgent)).toBe(words);
});
