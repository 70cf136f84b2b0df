/** The text format that Prometheus and similar programs read (exposition format 0.0.4): names, labels, numbers. Pure. */

export type Sample = { labels?: Readonly<Record<string, string>>; value: number; suffix?: string };
export type Metric = {
  name: string;
  type: "counter" | "gauge" | "histogram";
  help: string;
  samples: readonly Sample[];
};

export const EXPOSITION_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** The metrics as one text; those without samples are left out. */
export function formatMetrics(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, type, help, samples }) =>
      [
        `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(
          ({ suffix = "", labels, value }) => `${name}${suffix}${formatLabels(labels)} ${String(value)}`,
        ),
        "",
      ].join("\n"),
    )
    .join("");
}

function formatLabels(labels: Sample["labels"]): string {
  if (labels === undefined) return "";
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(value)}"`);
  return `{${pairs.join(",")}}`;
}

function escapeValue(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
