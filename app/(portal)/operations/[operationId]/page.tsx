import type { Metadata } from "next";
import type { ReactNode } from "react";
import { OperationState } from "#app/_features/operations/operation-state.tsx";
import { getOperation } from "#app/_server/asked-once.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { MainSide, Page } from "#app/_ui/frame/page-head.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Card, Section } from "#app/_ui/primitives/card.tsx";
import { Code, Mono } from "#app/_ui/primitives/code.tsx";
import { Kv } from "#app/_ui/primitives/kv.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { RelativeTime } from "#app/_ui/primitives/relative-time.tsx";
import { rich } from "#app/_ui/rich.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import type { Actor } from "#lib/auth/actor.ts";
import { AppError, tellError } from "#lib/core/errors.ts";
import { toldOf } from "#lib/core/language/stored-sentence.ts";
import { t } from "#lib/core/texts.ts";
import { findCandidates } from "#lib/features/operations/evidence/findings.ts";
import type { Findings } from "#lib/features/operations/evidence/findings.ts";
import type { OperationDetails } from "#lib/features/operations/queries.ts";
import { operationWords } from "#lib/features/operations/words.ts";
import { listRequests } from "#lib/features/requests/queries.ts";
import { DeveloperPart } from "../../_components/request-records.tsx";
import { SendAgainForm } from "./_components/send-again-form.tsx";
import { SettleForm } from "./_components/settle-form.tsx";
import { UnsentActions } from "./_components/unsent-actions.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Operation") });

/** One operation: what was requested, what is proven and, while it is uncertain, the three ways to settle it. */
export default async function OperationPage({ params }: PageProps<"operationId">): Promise<ReactNode> {
  const { operationId } = await params;
  const actor = await requirePage(`/operations/${operationId}`);
  const operation = await orNotFound(getOperation(actor, operationId));
  const records = await listRequests(actor, { operationId });
  return (
    <Page
      title={operationWords(operation)}
      facts={[
        t("by {actorName}", { actorName: operation.actorName }),
        rich("recorded {when}", {
          when: <RelativeTime key="at" at={operation.createdAt} />,
        }),
      ]}
      actions={madeLink(operation)}
    >
      {operation.state === "DUPLICATE_FOUND" && (
        <Note tone="bad" title={t("Carried out twice.")}>
          {toldOf(operation, "cause")} {t("You can remove the duplicate only on the service's platform.")}
        </Note>
      )}
      <MainSide sideLabel={t("Calls")} side={<Calls operation={operation} />}>
        <Card title={t("State")}>
          <OperationState operation={operation} wide />
          <p className="mt-1 text-12 text-fg-3">
            {rich("last change {when}", { when: <RelativeTime at={operation.stateSince} /> })}
          </p>
          {operation.settledByName !== null && (
            <p className="mt-2 text-13 text-fg-2">
              {operation.note === null || operation.note === ""
                ? t("Settled by {name}", { name: operation.settledByName })
                : t("Settled by {name}: “{note}”", { name: operation.settledByName, note: operation.note })}
            </p>
          )}
        </Card>
        <WaysOut operation={operation} actor={actor} />
        <DeveloperPart records={records} />
      </MainSide>
    </Page>
  );
}

function madeLink(operation: OperationDetails): ReactNode {
  const made = operation.result?.registryId;
  if (made === null || made === undefined) return undefined;
  const { cloudId } = operation.context;
  if (operation.kind === "CREATE_CLOUD")
    return <LinkButton href={`/clouds/${made}`}>{t("Open the Cloud")}</LinkButton>;
  if (cloudId === undefined) return undefined;
  if (operation.kind === "CREATE_PROJECT") {
    return <LinkButton href={`/clouds/${cloudId}/projects/${made}`}>{t("Open the project")}</LinkButton>;
  }
  return <LinkButton href={`/clouds/${cloudId}/invitations`}>{t("Open the invitations")}</LinkButton>;
}

async function WaysOut({
  operation,
  actor,
}: {
  operation: OperationDetails;
  actor: Actor;
}): Promise<ReactNode> {
  if (!isAllowed(actor, "operation:settle")) return null;
  if (operation.canSend || operation.canDiscard) {
    return (
      <Card title={t("Nothing was sent")}>
        <UnsentActions
          operationId={operation.id}
          canSend={operation.canSend}
          canDiscard={operation.canDiscard}
        />
      </Card>
    );
  }
  if (!operation.isUncertain) return null;
  const found = await look(actor, operation.id);
  return (
    <>
      <Card title={t("Settle operation")}>
        <div className="grid gap-4">
          {operation.isConnectionChanged && (
            <Note tone="warn" title={t("The connection was changed after this operation was sent.")}>
              {t("The answers below may come from a different service or application.")}
            </Note>
          )}
          {found.ok ? (
            <Note tone="unknown" title={t("What the service's lists say:")}>
              {found.findings.sentence}
            </Note>
          ) : (
            <Note tone="warn" title={t("Couldn’t load the service's lists.")}>
              {found.message}
            </Note>
          )}
          <SettleForm
            operationId={operation.id}
            candidates={
              found.ok
                ? found.findings.candidates.map(({ serviceId, sentence }) => ({ serviceId, words: sentence }))
                : []
            }
            needsNumber={!isMail(operation)}
            isProbablyMissing={found.ok && found.findings.isProbablyMissing}
          />
        </div>
      </Card>
      {isMail(operation) && operation.state === "UNKNOWN" && (
        <Card title={t("Or send again")}>
          <SendAgainForm operationId={operation.id} />
        </Card>
      )}
    </>
  );
}

/** It sends an email, and the address names the person. */
function isMail({ kind }: OperationDetails): boolean {
  return kind === "INVITE" || kind === "INVITE_TO_PROJECT";
}

async function look(
  actor: Actor,
  operationId: string,
): Promise<{ ok: true; findings: Findings } | { ok: false; message: string }> {
  try {
    return { ok: true, findings: await findCandidates(actor, operationId) };
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.expected) return { ok: false, message: tellError(thrown) };
    throw thrown;
  }
}

function Calls({ operation }: { operation: OperationDetails }): ReactNode {
  return (
    <>
      <Section title={t("Request")}>
        <Code
          title={`${operation.method} ${operation.path}`}
          text={JSON.stringify(operation.body, null, 2)}
        />
      </Section>
      {operation.attempts.map((attempt) => (
        <Section key={attempt.n} title={t("Attempt {n}", { n: attempt.n })}>
          <Kv
            items={[
              { label: t("Sent"), value: <RelativeTime at={attempt.startedAt} /> },
              { label: t("Answer"), value: attempt.evidence?.status ?? t("none") },
              { label: t("Kind"), value: attempt.evidence?.contentType ?? t("none") },
              {
                label: t("Duration"),
                value:
                  attempt.evidence === null
                    ? t("not known")
                    : t("{durationMs} ms", { durationMs: Math.round(attempt.evidence.durationMs) }),
              },
              { label: t("Request record"), value: <Mono>{attempt.evidence?.reference ?? t("none")}</Mono> },
            ]}
          />
          {attempt.evidence !== null && attempt.evidence.bodyStart !== "" && (
            <div className="mt-2">
              <Code title={t("Start of the answer")} text={attempt.evidence.bodyStart} />
            </div>
          )}
        </Section>
      ))}
    </>
  );
}
