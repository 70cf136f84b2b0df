/**
 * What /api/metrics reports: requests of this process, and the work that all processes share, read from the database now. What cannot be
 * read is left out, and `portico_part_up` says which part was unavailable. No names of people, Clouds or files.
 */
import { statfs } from "node:fs/promises";
import { getEnv } from "#lib/core/env.ts";
import { log } from "#lib/core/log/logger.ts";
import { PORTICO_VERSION } from "#lib/core/version.ts";
import { getDb } from "#lib/db/client.ts";
import { checkHealth, type Health } from "#lib/boot/metrics/health.ts";
import type { Metric, Sample } from "./exposition.ts";
import { BUCKETS_SECONDS, getRequestCounts, type KindCounts } from "./requests.ts";

/** All metrics; those of the database only when it answers. */
export async function collectMetrics(): Promise<Metric[]> {
  const health = await checkHealth();
  const work = health.parts.database.ok ? await collectWork() : [];
  return [
    ...describeHealth(health),
    ...describeProcess(),
    ...describeRequests(),
    ...(await describeRoom()),
    ...work,
  ];
}

function describeHealth({ status, parts }: Health): Metric[] {
  return [
    gauge("portico_info", "Always 1; the version is its label.", [
      { labels: { version: PORTICO_VERSION, node: process.version }, value: 1 },
    ]),
    single("portico_ready", "1 when /api/health answers 200.", Number(status === "ok")),
    gauge(
      "portico_part_up",
      "1 when the part works, as /api/health tells it to administrators.",
      Object.entries(parts).map(([part, { ok }]) => ({ labels: { part }, value: Number(ok) })),
    ),
  ];
}

function describeProcess(): Metric[] {
  const { delay } = getRequestCounts();
  const { user, system } = process.cpuUsage();
  const metrics = [
    single(
      "process_start_time_seconds",
      "When this process began.",
      Math.round(Date.now() / 1000 - process.uptime()),
    ),
    single("process_resident_memory_bytes", "Memory of this process.", process.memoryUsage.rss()),
    counter("process_cpu_seconds_total", "Processor time of this process.", [
      { value: (user + system) / 1e6 },
    ]),
    gauge(
      "portico_event_loop_delay_seconds",
      "How late this process gets to its work since the last question.",
      [
        { labels: { quantile: "0.5" }, value: delay.percentile(50) / 1e9 },
        { labels: { quantile: "0.99" }, value: delay.percentile(99) / 1e9 },
      ],
    ),
  ];
  delay.reset();
  return metrics;
}

function describeRequests(): Metric[] {
  const kinds = [...getRequestCounts().kinds];
  return [
    counter(
      "portico_requests_total",
      "Requests that ended, by kind of address and class of status; cut: the answer was not completed.",
      kinds.flatMap(([kind, { answers }]) =>
        [...answers].map(([status, value]) => ({ labels: { kind, status }, value })),
      ),
    ),
    gauge(
      "portico_requests_running",
      "Requests that are being answered.",
      kinds.map(([kind, { running }]) => ({ labels: { kind }, value: running })),
    ),
    {
      name: "portico_request_seconds",
      type: "histogram",
      help: "From the head of a request to the end of its answer.",
      samples: kinds.flatMap(([kind, counts]) => describeHistogram(kind, counts)),
    },
  ];
}

function describeHistogram(kind: string, { buckets, seconds }: KindCounts): Sample[] {
  let total = 0;
  const bounds = [...BUCKETS_SECONDS.map(String), "+Inf"];
  const samples: Sample[] = buckets.map((count, index) => {
    total += count;
    return { suffix: "_bucket", labels: { kind, le: bounds[index] ?? "" }, value: total };
  });
  return [
    ...samples,
    { suffix: "_sum", labels: { kind }, value: seconds },
    { suffix: "_count", labels: { kind }, value: total },
  ];
}

async function describeRoom(): Promise<Metric[]> {
  const { bavail, bsize } = await statfs(getEnv().dataDir);
  return [single("portico_data_folder_free_bytes", "Room on the disk of the data folder.", bavail * bsize)];
}

/** What is counted by state. */
const WORK = {
  portico_exports: "Exports by state.",
  portico_models: "Models of the built-in service by status letter.",
  portico_operations: "Operations that are not settled.",
  portico_mails: "Mails that were not delivered.",
  portico_webhook_deliveries: "Deliveries that did not arrive.",
};

type Count = { label: string; state: string; count: number };

async function collectWork(): Promise<Metric[]> {
  try {
    const db = getDb();
    const [jobs, states, [sizes]] = await Promise.all([
      db.$queryRaw<Count[]>`
        select task_identifier as label, case when locked_at is not null then 'running'
            when attempts >= max_attempts then 'given up' when run_at > now() then 'later' else 'waiting' end as state,
          count(*)::int as count from graphile_worker.jobs group by 1, 2 order by 1, 2`,
      db.$queryRaw<Count[]>`
        select 'portico_exports' as label, lower(state::text) as state, count(*)::int as count from export_run group by 2
        union all select 'portico_models', status::text, count(*)::int from service_model group by 2
        union all select 'portico_operations', lower(state::text), count(*)::int from operation
          where state in ('PREPARED', 'HELD', 'SENDING', 'UNKNOWN', 'DONE_ID_LOST') group by 2
        union all select 'portico_mails', case when failed_at is null then 'waiting' else 'given up' end, count(*)::int
          from outbox_mail where delivered_at is null group by 2
        union all select 'portico_webhook_deliveries', lower(state::text), count(*)::int
          from service_webhook_delivery where state <> 'DELIVERED' group by 2
        order by 1, 2`,
      db.$queryRaw<{ bytes: number; connections: number; instances: number }[]>`
        select pg_database_size(current_database())::float8 as bytes,
          (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
          (select count(*)::int from instance where heartbeat_at > now() - interval '30 seconds') as instances`,
    ]);
    const byName = Map.groupBy(states, ({ label }) => label);
    return [
      gauge(
        "portico_jobs",
        "Jobs of the queue that all processes share; finished ones are not kept.",
        jobs.map(({ label, state, count }) => ({ labels: { job: label, state }, value: count })),
      ),
      ...Object.entries(WORK).map(([name, help]) => {
        const samples = byName.get(name) ?? [];
        return gauge(
          name,
          help,
          samples.map(({ state, count }) => ({ labels: { state }, value: count })),
        );
      }),
      single("portico_database_bytes", "Size of the database.", sizes?.bytes ?? 0),
      single("portico_database_connections", "Connections to the database.", sizes?.connections ?? 0),
      single("portico_instances", "Processes of Portico on this database.", sizes?.instances ?? 0),
    ];
  } catch (thrown) {
    log.error("metrics: the database could not be asked", thrown);
    return [];
  }
}

function gauge(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, type: "gauge", help, samples };
}

function single(name: string, help: string, value: number): Metric {
  return gauge(name, help, [{ value }]);
}

function counter(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, type: "counter", help, samples };
}
