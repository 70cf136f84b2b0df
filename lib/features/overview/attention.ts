/**
 * Everything in the portal that needs attention now, most urgent first: what is uncertain, what failed, what waits too long. Nothing is
 * left uncounted: what is not shown one by one is an item with its number. Read-only, from what the portal knows; asks no service.
 */
import { pathOf } from "#lib/core/language/dotted.ts";
import { keepFigure } from "#lib/core/kept-figure.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { t } from "#lib/core/texts.ts";
import type { Db } from "#lib/db/client.ts";
import { whereOfPart, whereOfProjectPart } from "#lib/features/invitations/ledger.ts";
import type { LedgerInto } from "#lib/features/invitations/schema.ts";
import { listBursts } from "#lib/features/refusals/bursts.ts";
import { withOthers, type AttentionItem } from "#lib/core/attention.ts";
import { listOperationTrouble } from "./attention-operations.ts";
import {
  listFailedBulks,
  listFailedExports,
  listFailedRehearsals,
  listPaused,
  listUnfinished,
} from "./attention-runs.ts";
import {
  listMailTrouble,
  listMissing,
  listSilentConnections,
  listStoppedChecks,
} from "./attention-services.ts";
import { listFailedModels } from "./failed-models.ts";
import { findTroubleKinds, type TroubleKind } from "./trouble-kinds.ts";

const MODELS_MAX = 10;

/** Bursts of refusals, for those who may read the audit. */
export async function listSuspicion(db: Db): Promise<AttentionItem[]> {
  const common = { kind: "refusals", tone: "warn", verb: t("View details"), count: 1 } as const;
  return (await listBursts(db)).map((burst) => ({ ...burst, ...common }));
}

/** Uncertain operations first, then failures, then what is paused or waits too long. */
export async function listAttention(db: Db): Promise<AttentionItem[]> {
  const present = findTroubleKinds(db);
  const ifPresent = async (
    kind: TroubleKind,
    list: (db: Db) => Promise<AttentionItem[]>,
  ): Promise<AttentionItem[]> => ((await present).has(kind) ? list(db) : []);
  const kinds = await Promise.all([
    ifPresent("operations", listOperationTrouble),
    ifPresent("checks", listStoppedChecks),
    listSilentConnections(db),
    listModelTrouble(),
    ifPresent("exports", listFailedExports),
    ifPresent("exports", listFailedBulks),
    ifPresent("batches", listUnfinished),
    ifPresent("rehearsals", listFailedRehearsals),
    ifPresent("mail", listMailTrouble),
    ifPresent("batches", listPaused),
    ifPresent("missing", listMissing),
    listAging(db),
    ifPresent("projectInvitations", listAgingInProjects),
  ]);
  return kinds.flat();
}

async function listModelTrouble(): Promise<AttentionItem[]> {
  const { models, total } = await listFailedModels(MODELS_MAX);
  const items = models.map((model) => {
    const place = pathOf(model.cloud, model.project);
    return {
      id: `model-${model.projectId}-${String(model.modelId)}`,
      kind: "model" as const,
      tone: "bad" as const,
      title: t("Model {name} failed", { name: model.name }),
      detail: model.error === null ? place : `${told(model.error)} ${place}`,
      since: model.since.toISOString(),
      href: `/clouds/${model.cloudId}/projects/${model.projectId}`,
      verb: t("Open"),
    };
  });
  const countAll = (): Promise<number> => Promise.resolve(total);
  return withOthers(items, MODELS_MAX, countAll, (count) => ({
    title: t("{count, plural, one {# more model} other {# more models}} failed", { count }),
    detail: t("The projects’ lists of models say why."),
    href: "/clouds",
  }));
}

type Aging = { _count: number; _min: { stateSince: Date | null } };

const OLDEST = { _count: true, _min: { stateSince: true } } as const;

const keepAging = (name: string, count: () => Promise<Aging>): Promise<Aging> =>
  keepFigure(name, count, ({ _count: rows }) => rows);

async function listAging(db: Db): Promise<AttentionItem[]> {
  const where = whereOfPart("AGING");
  return toAging(
    "clouds",
    await keepAging("aging invitations", () => db.invitation.aggregate({ where, ...OLDEST })),
  );
}

async function listAgingInProjects(db: Db): Promise<AttentionItem[]> {
  const where = whereOfProjectPart("AGING");
  return toAging(
    "projects",
    await keepAging("aging invitations into projects", () =>
      db.projectInvitation.aggregate({ where, ...OLDEST }),
    ),
  );
}

function toAging(into: LedgerInto, { _count: count, _min }: Aging): AttentionItem[] {
  if (count === 0 || _min.stateSince === null) return [];
  const ofClouds = into === "clouds";
  return [
    {
      id: ofClouds ? "aging-invitations" : "aging-project-invitations",
      kind: "invitations",
      tone: "warn",
      title: ofClouds
        ? t("{count, plural, one {# invitation waits} other {# invitations wait}} for more than 7 days", {
            count,
          })
        : t(
            "{count, plural, one {# invitation to a project waits} other {# invitations to projects wait}} for more than 7 days",
            { count },
          ),
      detail: t("The people have neither joined nor declined."),
      since: _min.stateSince.toISOString(),
      href: ofClouds ? "/invitations?state=AGING" : "/invitations?into=projects&state=AGING",
      verb: t("Review"),
      count,
    },
  ];
}
