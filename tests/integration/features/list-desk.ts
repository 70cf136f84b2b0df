/** Shared by the tests of invitation lists: a portal with one cloud, lists prepared, started and awaited. */
import { beforeEach } from "vitest";
import type { Actor } from "#lib/auth/actor.ts";
import { invitePerson } from "#lib/features/invitations/commands.ts";
import { invitationListCommands } from "#lib/features/invitations/lists/kind.ts";
import { prepareList } from "#lib/features/invitations/lists/drafts.ts";
import { sendList } from "#lib/features/invitations/lists/jobs.ts";
import {
  getList,
  listRows,
  type ListRowView,
  type ListView,
} from "#lib/features/invitations/lists/queries.ts";
import { askUntilNoLonger } from "#tests/support/until.ts";
import { useJobs } from "./jobs.ts";
import { formKey, usePortal } from "./portal.ts";

export const INVITE = /\/invitation$/;

/** Starts a portal for the tests of one file; jobs run only where a test starts them. */
export async function useListDesk() {
  const portal = await usePortal();
  const sanne = await portal.actor();
  let cloudId = "";
  let cloudServiceId = 0;
  const jobs = useJobs(() => ({ "portal.invite-list": sendList }));

  beforeEach(async () => {
    const name = `Kanaalzone ${formKey().slice(0, 8)}`;
    ({ cloudId, number: cloudServiceId } = await portal.makeCloud(sanne, name));
  });

  const desk = {
    portal,
    sanne,
    cloudId: () => cloudId,
    cloudServiceId: () => cloudServiceId,

    startJobs: jobs.start,
    stopJobs: jobs.stop,

    /** Invites one person with the single form. */
    invite: (email: string) => invitePerson(sanne, { key: formKey(), cloudId, email }),

    prepare: (addresses: string, more: { role?: "" | "50" | "100"; key?: string; actor?: Actor } = {}) =>
      prepareList(more.actor ?? sanne, {
        key: more.key ?? formKey(),
        cloudId,
        addresses,
        role: more.role ?? "",
      }),

    /** Prepares and starts a list; returns its id. */
    start: async (addresses: string): Promise<string> => {
      const id = await desk.prepare(addresses);
      await invitationListCommands.start(sanne, id);
      return id;
    },

    /** Prepares and starts a list while jobs run; resolves when it has stopped. */
    send: async (addresses: string): Promise<ListView> => {
      const id = await desk.start(addresses);
      await desk.startJobs();
      return desk.stopped(id);
    },

    list: (id: string): Promise<ListView> => getList(sanne, id),

    rows: async (id: string): Promise<ListRowView[]> =>
      (await listRows(sanne, { runId: id, limit: 200 })).rows,

    row: async (id: string, email: string): Promise<ListRowView> => {
      const row = (await desk.rows(id)).find((found) => found.email === email || found.typed === email);
      if (row === undefined) throw new Error(`no row of ${email}`);
      return row;
    },

    /** Waits until the list is no longer being sent automatically. */
    stopped: (id: string, deadlineMs?: number): Promise<ListView> =>
      askUntilNoLonger("the list has stopped", "RUNNING", () => desk.list(id), deadlineMs),

    /** Addresses from the requests that the service has carried out. */
    carriedOut: (): number => portal.proxy.countCarriedOut("POST", INVITE),

    /** How many records of the cloud the service has. */
    records: (): Promise<number> =>
      portal.service.db.serviceInvitation.count({ where: { cloudId: cloudServiceId } }),
  };
  return desk;
}

/** `count` different valid addresses, one a line. */
export function manyAddresses(count: number, domain = "bouwgroep-oost.nl"): string {
  return Array.from({ length: count }, (_, at) => `person.${String(at)}@${domain}`).join("\n");
}
