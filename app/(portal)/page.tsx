import { Check, Plus } from "lucide-react";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { DismissDialog } from "#app/_features/models/dismissals/dismiss-dialog.tsx";
import { requirePage } from "#app/_server/page.ts";
import { PageActs } from "#app/_ui/acts/page-acts.tsx";
import { AttentionList } from "#app/_ui/data-table/attention-list.tsx";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Card, Section } from "#app/_ui/primitives/card.tsx";
import { Link } from "#app/_ui/primitives/link.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { countAttention, type AttentionItem } from "#lib/core/attention.ts";
import { pathOf } from "#lib/core/language/dotted.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { t } from "#lib/core/texts.ts";
import { listNewActs } from "#lib/features/audit/acts.ts";
import { DISMISS_MAX } from "#lib/features/models/rules.ts";
import { listFailedModels } from "#lib/features/overview/failed-models.ts";
import { getFigures, type Figures } from "#lib/features/overview/figures.ts";
import { getFirstSteps, isBeginning } from "#lib/features/start/first-steps.ts";
import { AuditFeed } from "./_components/audit-feed.tsx";
import { OverviewFigures } from "./_components/overview/figures.tsx";
import { FirstStepsCard } from "./_components/overview/first-steps-card.tsx";
import { FIRST_STEPS_COOKIE } from "./_components/overview/first-steps-cookie.ts";
import { readAttention } from "./_components/overview/read-attention.ts";

export const generateMetadata = (): Metadata => ({ title: t("Overview") });

/** What needs attention now, then the figures, then recent acts. */
export default async function OverviewPage(): Promise<ReactNode> {
  const actor = await requirePage("/");
  const mayCreate = isAllowed(actor, "cloud:create");
  const wasLeft = (await cookies()).has(FIRST_STEPS_COOKIE);
  const mayDismiss = isAllowed(actor, "model:dismiss");
  const [attention, acts, counted, isFirst] = await Promise.all([
    readAttention(actor),
    listNewActs(actor, 12),
    getFigures(),
    isBeginning(),
  ]);
  const hasChoices = mayDismiss && attention.some(({ kind }) => kind === "model");
  const failed = hasChoices ? await listFailedModels(DISMISS_MAX) : { models: [], total: 0 };
  const figures = withModelsOf(attention, counted);
  const steps = isFirst && mayCreate && !wasLeft ? await getFirstSteps(actor, isFirst) : null;
  return (
    <Page
      title={t("Overview")}
      facts={[
        attention.length === 0
          ? t("Nothing needs your attention.")
          : t("{count, plural, one {# item needs} other {# items need}} attention.", {
              count: countAttention(attention),
            }),
      ]}
      actions={
        mayCreate ? (
          <LinkButton href="/clouds/new" variant="primary">
            <Plus aria-hidden />
            {t("Create Cloud")}
          </LinkButton>
        ) : undefined
      }
    >
      <div className="grid gap-6">
        {steps !== null && <FirstStepsCard done={steps.done} />}
        <Section
          title={t("Needs attention")}
          aside={
            <span className="flex items-center gap-3">
              {mayDismiss && (
                <PageActs>
                  <DismissDialog
                    choices={failed.models.map(({ projectId, modelId, name, error, cloud, project }) => ({
                      projectId,
                      modelId,
                      name,
                      hint: [...(error === null ? [] : [told(error)]), pathOf(cloud, project)].join(" "),
                    }))}
                    total={failed.total}
                    size="sm"
                  />
                </PageActs>
              )}
              <Link className="link" href="/operations">
                {t("All operations")}
              </Link>
            </span>
          }
        >
          {attention.length === 0 ? (
            <Card>
              <Blank icon={<Check aria-hidden />} title={t("Nothing needs your attention")}>
                {t(
                  "Uncertain operations, failed models and exports, connection problems, paused lists and long-waiting invitations appear here.",
                )}
              </Blank>
            </Card>
          ) : (
            <AttentionList label={t("Needs attention")} items={attention} />
          )}
        </Section>
        <OverviewFigures figures={figures} />
        <Card title={t("Recent activity")} flush>
          <AuditFeed acts={acts} />
        </Card>
      </div>
    </Page>
  );
}

/** The figures may be seconds old, so their failed models are taken from the attention list above. */
function withModelsOf(attention: readonly AttentionItem[], figures: Figures): Figures {
  const { models } = figures;
  const failed = countAttention(attention.filter(({ kind }) => kind === "model"));
  const putAway = Math.max(0, models.failed + models.putAway - failed);
  return { ...figures, models: { ...models, failed, putAway } };
}
