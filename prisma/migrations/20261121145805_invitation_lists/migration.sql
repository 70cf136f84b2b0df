-- CreateEnum
CREATE TYPE "InvitationRunState" AS ENUM ('DRAFT', 'RUNNING', 'PAUSED', 'ENDED');

-- CreateEnum
CREATE TYPE "AddressVerdict" AS ENUM ('GOOD', 'LOOK_ALIKE', 'MIXED_SCRIPTS', 'REPEATED', 'MALFORMED', 'INVITED', 'MEMBER', 'UNDER_WAY');

-- AlterEnum
ALTER TYPE "InvitationState" ADD VALUE 'PREPARED';

-- AlterTable
ALTER TABLE "invitation" ADD COLUMN     "erased_at" TIMESTAMPTZ(3),
ADD COLUMN     "last_mail_at" TIMESTAMPTZ(3),
ADD COLUMN     "listed_at" TIMESTAMPTZ(3),
ADD COLUMN     "mail_seen_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "invitation_run" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "cloud_id" UUID NOT NULL,
    "role" INTEGER,
    "state" "InvitationRunState" NOT NULL,
    "pause_reason" TEXT,
    "wait_until" TIMESTAMPTZ(3),
    "waits" INTEGER NOT NULL DEFAULT 0,
    "brake_from" TIMESTAMPTZ(3),
    "file_name" TEXT,
    "lines" INTEGER NOT NULL,
    "actor_id" UUID NOT NULL,
    "actor_name" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "state_since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitation_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitation_run_row" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "typed" TEXT NOT NULL,
    "address" TEXT,
    "email" TEXT,
    "verdict" "AddressVerdict" NOT NULL,
    "detail" TEXT NOT NULL,
    "suggestion" TEXT,
    "is_included" BOOLEAN NOT NULL,
    "again" BOOLEAN NOT NULL DEFAULT false,
    "held_back" TEXT,
    "operation_id" UUID,

    CONSTRAINT "invitation_run_row_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "invitation_run_key_key" ON "invitation_run"("key");

-- CreateIndex
CREATE INDEX "invitation_run_cloud_id_created_at_id_idx" ON "invitation_run"("cloud_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "invitation_run_state_created_at_idx" ON "invitation_run"("state", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_run_row_operation_id_key" ON "invitation_run_row"("operation_id");

-- CreateIndex
CREATE INDEX "invitation_run_row_run_id_verdict_n_idx" ON "invitation_run_row"("run_id", "verdict", "n");

-- CreateIndex
CREATE INDEX "invitation_run_row_run_id_address_idx" ON "invitation_run_row"("run_id", "address");

-- CreateIndex
CREATE INDEX "invitation_run_row_address_idx" ON "invitation_run_row"("address");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_run_row_run_id_n_key" ON "invitation_run_row"("run_id", "n");

-- CreateIndex
CREATE INDEX "invitation_state_created_at_id_idx" ON "invitation"("state", "created_at", "id");

-- AddForeignKey
ALTER TABLE "invitation_run" ADD CONSTRAINT "invitation_run_cloud_id_fkey" FOREIGN KEY ("cloud_id") REFERENCES "cloud"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation_run_row" ADD CONSTRAINT "invitation_run_row_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "invitation_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation_run_row" ADD CONSTRAINT "invitation_run_row_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "operation"("id") ON DELETE SET NULL ON UPDATE CASCADE;
