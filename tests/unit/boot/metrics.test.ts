/** The text of /api/metrics: format 0.0.4, which Prometheus reads, and how requests are counted. */
import { expect, test } from "vitest";
import { formatMetrics } from "#lib/boot/metrics/exposition.ts";
import { beginRequest, getRequestCounts } from "#lib/boot/metrics/requests.ts";

test("labels and help are escaped, what has no samples is left out", () => {
  const text = formatMetrics([
    { name: "none", type: "gauge", help: "empty", samples: [] },
    {
      name: "one",
      type: "gauge",
      help: "back\\slash\nand line",
      samples: [{ labels: { a: 'quote " back \\ line \n', b: "x" }, value: 1.5 }, { value: 2 }],
    },
    {
      name: "two",
      type: "histogram",
      help: "h",
      samples: [{ suffix: "_sum", labels: { k: "v" }, value: 0 }],
    },
  ]);
  expect(text).toBe(
    "# HELP one back\\\\slash\\nand line\n# TYPE one gauge\n" +
      'one{a="quote \\" back \\\\ line \\n",b="x"} 1.5\none 2\n' +
      '# HELP two h\n# TYPE two histogram\ntwo_sum{k="v"} 0\n',
  );
});

test("requests are counted by kind and class of status, each in one bucket, and while they run", () => {
  const ends = ["/clouds", "/api/health", "/service/cloud", "/_next/static/x.js", "/service"].map(
    beginRequest,
  );
  const { kinds } = getRequestCounts();
  expect([...kinds].map(([kind, { running }]) => [kind, running])).toEqual([
    ["page", 2],
    ["api", 1],
    ["service", 1],
    ["static", 1],
  ]);
  ends[0]?.(200, true);
  ends[1]?.(503, true);
  ends[2]?.(200, false);
  ends[4]?.(404, true);
  expect(kinds.get("page")).toMatchObject({
    running: 0,
    answers: new Map([
      ["2xx", 1],
      ["4xx", 1],
    ]),
  });
  expect(kinds.get("api")?.answers).toEqual(new Map([["5xx", 1]]));
  expect(kinds.get("service")?.answers).toEqual(new Map([["cut", 1]]));
  expect(kinds.get("page")?.buckets.reduce((sum, count) => sum + count, 0)).toBe(2);
  ends[3]?.(200, true);
});
