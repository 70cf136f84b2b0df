import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Suspense, type ReactNode } from "react";
import { ModelActions } from "#app/_features/models/changes/model-actions.tsx";
import { modelRightsOf } from "#app/_features/models/changes/model-rights.ts";
import { modelNameOf, openModel } from "#app/_features/models/opened-model.ts";
import { orNotFound, requirePage, type PageProps } from "#app/_server/page.ts";
import { pageRowsFor } from "#app/_ui/data-table/grid/columns.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { isAllowed, type Actor } from "#lib/auth/actor.ts";
import { newId } from "#lib/core/ids.ts";
import { t } from "#lib/core/texts.ts";
import { readView } from "#lib/elements/query/address/address.ts";
import { resolveView } from "#lib/elements/query/address/named-column.ts";
import { visitOf } from "#lib/elements/query/address/visit.ts";
import type { TableView } from "#lib/elements/query/types.ts";
import { nounsOf } from "#lib/features/elements/class-words.ts";
import { modelIdSchema, type TableState } from "#lib/features/elements/schema.ts";
import { describeTable, readTablePage } from "#lib/features/elements/table.ts";
import { showVersions } from "#lib/features/models/versions.ts";
import { classOf } from "./_components/class-list.ts";
import { ElementView } from "./_components/element-view.tsx";
import { NoOpenedTable } from "./_components/no-opened-table.tsx";
import type { OpenedTable } from "./_components/opened-table.tsx";
import { asksByName, storedOf } from "./_components/table/asked-columns.ts";
import { showColumns, withAbsent } from "./_components/table/shown-columns.ts";
import { VersionsLine } from "./_components/versions/versions-line.tsx";

export const generateMetadata = (): Metadata => ({ title: t("Elements") });

/** The elements of one class of a model, as the service states them. */
export default async function ElementsPage({
  params,
  searchParams,
}: PageProps<"cloudId" | "projectId" | "modelId">): Promise<ReactNode> {
  const { cloudId, projectId, modelId: modelText } = await params;
  const address = await searchParams;
  const path = `/clouds/${cloudId}/projects/${projectId}/models/${modelText}`;
  const actor = await requirePage(path);
  const modelId = modelIdSchema.safeParse(modelText);
  if (!modelId.success) notFound();
  const opened = await orNotFound(
    openModel(actor, { cloudId, projectId, modelId: modelId.data }, address["type"]),
  );
  const { view, ignored } = readView(address);
  const projectHref = `/clouds/${cloudId}/projects/${projectId}`;
  const asked = showVersions(actor, projectId, modelId.data);
  const model = opened.state === "serviceSilent" ? null : opened.model;
  const versions = (
    <>
      <Suspense>
        <VersionsLine versions={asked} modelsHref={`${projectHref}/models`} />
      </Suspense>
      {model !== null && (
        <ModelActions
          projectId={projectId}
          projectHref={projectHref}
          model={{
            modelId: model.modelId,
            name: model.name,
            state: model.state,
            isArchived: model.isArchived,
          }}
          rights={modelRightsOf(actor)}
        />
      )}
    </>
  );
  return opened.state === "open" ? (
    <ElementView
      path={path}
      ids={{ cloudId, projectId, modelId: modelId.data }}
      choices={opened.choices}
      ifcClass={opened.ifcClass}
      nouns={nounsOf([opened.table, ...opened.more].flatMap(classOf))}
      tables={[opened.table, ...opened.more]}
      opened={await openTable(actor, [opened.table, ...opened.more], view)}
      view={view}
      visit={visitOf(address)}
      ignored={ignored}
      exportKey={newId()}
      bulkKey={newId()}
      versions={versions}
    />
  ) : (
    <Page title={modelNameOf(opened, modelId.data)} actions={versions}>
      <NoOpenedTable
        opened={opened}
        path={path}
        projectHref={projectHref}
        mayDismiss={isAllowed(actor, "model:dismiss")}
      />
    </Page>
  );
}

/** The table and its first rows, when both are available at once; else the page loads them in the browser. */
async function openTable(
  actor: Actor,
  tables: readonly TableState[],
  view: TableView,
): Promise<OpenedTable | null> {
  if (!tables.every((table) => table.state === "ready")) return null;
  const snapshotIds = tables.map(({ snapshot }) => snapshot.id);
  const described = await describeTable(actor, snapshotIds);
  if (described.state !== "answered") return { snapshotIds, table: null, page: null };
  const table = described.answer;
  const resolved = resolveView(view, table.columns);
  const columns = showColumns(withAbsent(table, resolved), resolved).columns.map(({ id }) => id);
  const limit = pageRowsFor(columns.length);
  if (!asksByName(columns)) return { snapshotIds, table, page: null };
  const page = await readTablePage(actor, snapshotIds, {
    query: resolved,
    columns: storedOf(columns),
    offset: 0,
    limit,
  });
  return { snapshotIds, table, page: page.state === "answered" ? page.answer : null };
}
