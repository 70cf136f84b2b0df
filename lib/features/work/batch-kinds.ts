/** Every kind of batch. Whatever does something for all kinds reads this list; the kind itself says how. */
import type { AnyKind } from "#lib/features/batches/kind.ts";
import { INVITATION_LISTS } from "#lib/features/invitations/lists/kind.ts";
import { PLANS } from "#lib/features/plans/kind.ts";
import { PROJECT_LISTS } from "#lib/features/projects/lists/kind.ts";

export const BATCH_KINDS: readonly AnyKind[] = [INVITATION_LISTS, PROJECT_LISTS, PLANS];
