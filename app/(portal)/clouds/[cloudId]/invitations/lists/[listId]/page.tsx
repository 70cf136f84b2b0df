import { Download, ListChecks } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { CountFilter } from "#app/(portal)/_components/count-filter.tsx";
import { CsvLinks } from "#app/(portal)/_components/csv-links.tsx";
import { KeepFresh } from "#app/(portal)/_components/keep-fresh.tsx";
import { BatchStep } from "#app/_features/batches/batch-step.tsx";
import { DiscardBatch } from "#app/_features/batches/discard-batch.tsx";
import { getCloud } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { NextPage } from "#app/_ui/data-table/next-page.tsx";
import { MainSide, Page } from "#app/_ui/frame/page-head.tsx";
import { Badge } from "#app/_ui/primitives/badge.tsx";
import { Blank } from "#app/_ui/primitives/blank.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import { rowOf } from "#lib/core/paging/hrefs.ts";
import { t } from "#lib/core/texts.ts";
import { findRoleRefusals } from "#lib/features/connections/role-refusals.ts";
import { getList, listRows } from "#lib/features/invitations/lists/queries.ts";
import type { ListView } from "#lib/features/invitations/lists/queries.ts";
import { steerListAction } from "../actions.ts";
import { FixAddresses } from "./_components/fix-addresses.tsx";
import { SettleButton } from "./_components/settle-button.tsx";
import { ListProgress } from "./_components/list-progress.tsx";
import { ListSide } from "./_components/list-side.tsx";
import { ChangeRoleButton } from "./_components/role-form.tsx";
import { DraftRows, SentRows } from "./_components/rows-table.tsx";
import { chosenPart, partsOf } from "./_components/shown-rows.ts";

export const generateMetadata = (): Metadata => ({ title: t("List of invitations") });

/** One list of addresses: its verdicts, then its progress, then the outcome of each address. */
export default async function ListPage({
  params,
  searchParams,
}: PageProps<"cloudId" | "listId">): Promise<ReactNode> {
  const { cloudId, listId } = await params;
  const base = `/clouds/${cloudId}/invitations`;
  const actor = await requirePage(`${base}/lists/${listId}`);
  const cloud = await orNotFound(getCloud(actor, cloudId));
  const list = await orNotFound(getList(actor, listId));
  if (list.cloudId !== cloud.id) notFound();
  const { show, after } = await searchParams;
  const parts = partsOf(list);
  const part = chosenPart(parts, show);
  const page = await listRows(actor, {
    runId: listId,
    filter: part.filter,
    afterN: rowOf(after),
  });
  const here = `${base}/lists/${listId}`;
  const refusals = await findRoleRefusals(actor, [cloud.connection.id]);
  const mayAct = isAllowed(actor, "invitation:send");
  const of = { cloudId: cloud.id, listId: list.id };
  return (
    <Page
      title={titleOf(list)}
      badges={<Badge mono>{t("Cloud {serviceId}", { serviceId: cloud.serviceId })}</Badge>}
      facts={factsOf(list)}
      actions={
        <>
          {list.state !== "DRAFT" && (
            <CsvLinks href={`${here}/csv`}>
              <Download aria-hidden />
              {t("Download the result")}
            </CsvLinks>
          )}
          {mayAct && list.canDiscard && (
            <DiscardBatch
              action={steerListAction}
              of={of}
              what={
                list.state === "DRAFT"
                  ? t("Discard the list")
                  : t("Discard the {count} not sent", { count: list.toSend })
              }
              consequence={
                list.state === "DRAFT"
                  ? t("The list and its results are deleted. Nobody was invited.")
                  : t(
                      "Sent invitations stay sent. The other people get no email. You can invite them at any time.",
                    )
              }
            />
          )}
          {mayAct && list.canPause && (
            <BatchStep action={steerListAction} of={of} step="pause">
              {t("Pause list")}
            </BatchStep>
          )}
          {mayAct && list.canResume && (
            <BatchStep action={steerListAction} of={of} step="resume">
              {t("Send the other {count}", { count: list.toSend })}
            </BatchStep>
          )}
          {mayAct && list.canStart && (
            <BatchStep action={steerListAction} of={of} step="start">
              {t("Invite {count, plural, one {# person} other {# people}}", { count: list.included })}
            </BatchStep>
          )}
        </>
      }
    >
      {list.isMoving && <KeepFresh />}

      <MainSide
        sideLabel={t("What invited people get")}
        slim
        side={
          <ListSide
            list={list}
            connectionName={cloud.connection.name}
            changeRole={
              mayAct && list.state === "DRAFT" ? (
                <ChangeRoleButton
                  listId={list.id}
                  role={list.role}
                  refusesRoles={refusals.has(cloud.connection.id)}
                />
              ) : undefined
            }
          />
        }
      >
        {list.state !== "DRAFT" && <ListProgress list={list} />}
        {mayAct && (list.uncertain > 0 || list.retryable > 0) && (
          <div className="flex flex-wrap gap-2">
            {list.uncertain > 0 && <SettleButton listId={list.id} count={list.uncertain} />}
            {list.retryable > 0 && (
              <BatchStep action={steerListAction} of={of} step="retry">
                {t("Retry {count, plural, one {# refused or unsent row} other {# refused or unsent rows}}", {
                  count: list.retryable,
                })}
              </BatchStep>
            )}
          </div>
        )}
        <CountFilter
          label={list.state === "DRAFT" ? t("Filter by result") : t("Filter by outcome")}
          items={parts.map(({ key, label, count }) => ({
            href: `${here}?show=${key}`,
            label,
            count,
            isCurrent: key === part.key,
          }))}
        />
        {mayAct && list.state === "DRAFT" && <FixAddresses list={list} verdict={part.filter.verdict} />}
        {page.rows.length === 0 ? (
          <Blank
            icon={<ListChecks aria-hidden />}
            title={part.key === "held-back" ? t("Nothing held back") : t("No addresses here")}
            action={<LinkButton href={`${here}?show=all`}>{t("Show all addresses")}</LinkButton>}
          />
        ) : list.state === "DRAFT" ? (
          <DraftRows rows={page.rows} mayAct={mayAct} />
        ) : (
          <SentRows rows={page.rows} />
        )}
        <NextPage base={here} kept={{ show: part.key }} next={page.next}>
          {t("Further addresses")}
        </NextPage>
      </MainSide>
    </Page>
  );
}

function titleOf(list: ListView): string {
  const count = list.included;
  if (list.state === "DRAFT") return t("Invite to {name}", { name: list.cloudName });
  if (list.state === "ENDED") {
    return t("Invited {count, plural, one {# person} other {# people}}", { count: list.sent });
  }
  return list.state === "PAUSED"
    ? t("Inviting {count, plural, one {# person} other {# people}}, paused", { count })
    : t("Inviting {count, plural, one {# person} other {# people}}", { count });
}

function factsOf(list: ListView): string[] {
  if (list.state === "DRAFT") {
    return [
      t("{count, plural, one {# address} other {# addresses}} checked", { count: list.total }),
      t("{count} can be sent", { count: list.included }),
      t("One email each. Emails cannot be unsent. Addresses held back get none."),
    ];
  }
  if (list.state !== "RUNNING") return [list.cloudName];
  return [list.cloudName, t("You can close this page; sending continues.")];
}
