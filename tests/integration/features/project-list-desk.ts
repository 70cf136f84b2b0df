/** What the tests of project lists have in common: a portal with one Cloud for each test, lists prepared, worked on and waited for. */
import { beforeEach } from "vitest";
import { prepareProjectList } from "#lib/features/projects/lists/drafts.ts";
import { createListed } from "#lib/features/projects/lists/jobs.ts";
import {
  getProjectList,
  listProjectRows,
  type ListView,
  type ListRowView,
} from "#lib/features/projects/lists/queries.ts";
import { askUntilNoLonger } from "#tests/support/until.ts";
import { useJobs } from "./jobs.ts";
import { formKey, usePortal } from "./portal.ts";

/** Starts a portal for the tests of one file; jobs run only where a test starts them. */
export async function useProjectListDesk() {
  const portal = await usePortal();
  const actor = await portal.actor();
  let cloudId = "";
  let cloudServiceId = 0;
  const { start: work } = useJobs(() => ({ "portal.create-projects": createListed }));

  beforeEach(async () => {
    const name = `Kanaalzone ${formKey().slice(0, 8)}`;
    ({ cloudId, number: cloudServiceId } = await portal.makeCloud(actor, name));
  });

  function prepare(text: string, key = formKey()): Promise<string> {
    return prepareProjectList(actor, { key, cloudId, text });
  }

  function list(id: string): Promise<ListView> {
    return getProjectList(actor, cloudId, id);
  }

  async function rows(id: string): Promise<ListRowView[]> {
    return (await listProjectRows(actor, { listId: id, limit: 200 })).rows;
  }

  function stopped(id: string): Promise<ListView> {
    return askUntilNoLonger("the list has stopped", "RUNNING", () => list(id));
  }

  /** The projects that the service has, in the order in which they were made. */
  const atService = () =>
    portal.db.serviceProject.findMany({ where: { cloudId: cloudServiceId }, orderBy: { id: "asc" } });

  return {
    portal,
    actor,
    cloudId: () => cloudId,
    work,
    prepare,
    list,
    rows,
    stopped,
    atService,
  };
}
