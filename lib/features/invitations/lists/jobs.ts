/** Sends lists of invitations: each address is an operation; several are sent at the same time. */
import { AppError } from "#lib/core/errors.ts";
import { say } from "#lib/core/texts.ts";
import { getDb, type InvitationRunRowModel } from "#lib/db/client.ts";
import type { Sending } from "#lib/features/batches/kind.ts";
import { iterateRows, UNSENT } from "#lib/features/batches/rows.ts";
import { runSlice } from "#lib/features/batches/slice.ts";
import type { JobHandler } from "#lib/jobs/definitions.ts";
import { submitInvitation } from "../sending.ts";
import { INVITATION_LISTS, type InvitationList } from "./kind.ts";

const SENDING: Sending<InvitationList, InvitationRunRowModel> = {
  // The limits of services are unknown: this is a gentle rate, and 429 makes the list wait.
  atOnce: 5,
  unsent: (runId) =>
    iterateRows((n, take) =>
      getDb().invitationRunRow.findMany({
        where: { runId, n: { gt: n }, ...UNSENT },
        orderBy: { n: "asc" },
        take,
      }),
    ),
  submit: async ({ cloud, role }, actor, { address, email, again }, key, link) => {
    if (address === null || email === null)
      throw new AppError("VALIDATION", say("There is no address. Nothing was sent."));
    const wanted = { key, address, email, again, role };
    return (await submitInvitation(actor, { cloud, project: null }, wanted, link)).id;
  },
};

/** The job "portal.invite-list". */
export const sendList: JobHandler<"portal.invite-list"> = ({ runId }, { signal }) =>
  runSlice(INVITATION_LISTS, SENDING, runId, signal);
