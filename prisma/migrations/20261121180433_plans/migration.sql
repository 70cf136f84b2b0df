-- CreateEnum
CREATE TYPE "PlanState" AS ENUM ('DRAFT', 'RUNNING', 'WAITING', 'PAUSED', 'ENDED');

-- CreateEnum
CREATE TYPE "RehearsalState" AS ENUM ('QUEUED', 'RUNNING', 'DONE', 'FAILED');

-- CreateEnum
CREATE TYPE "RehearsalOutcome" AS ENUM ('CREATED', 'REFUSED', 'HELD_BACK');

-- AlterTable
ALTER TABLE "service_application" ADD COLUMN     "is_rehearsal" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "plan" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "connection_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "state" "PlanState" NOT NULL,
    "pause_reason" TEXT,
    "wait_until" TIMESTAMPTZ(3),
    "waits" INTEGER NOT NULL DEFAULT 0,
    "brake_from" TIMESTAMPTZ(3),
    "file_name" TEXT,
    "actor_id" UUID NOT NULL,
    "actor_name" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "state_since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "plan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "plan_step" (
    "id" UUID NOT NULL,
    "plan_id" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "kind" "OperationKind" NOT NULL,
    "title" TEXT NOT NULL,
    "fields" JSONB NOT NULL,
    "parent_n" INTEGER,
    "verdict" "AddressVerdict",
    "detail" TEXT NOT NULL,
    "is_included" BOOLEAN NOT NULL,
    "is_passed" BOOLEAN NOT NULL DEFAULT false,
    "held_back" TEXT,
    "operation_id" UUID,

    CONSTRAINT "plan_step_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rehearsal" (
    "id" UUID NOT NULL,
    "plan_id" UUID,
    "list_id" UUID,
    "state" "RehearsalState" NOT NULL,
    "problem" TEXT,
    "script" JSONB NOT NULL,
    "actor_name" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "rehearsal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rehearsal_step" (
    "rehearsal_id" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "outcome" "RehearsalOutcome" NOT NULL,
    "words" TEXT NOT NULL,

    CONSTRAINT "rehearsal_step_pkey" PRIMARY KEY ("rehearsal_id","n")
);

-- CreateIndex
CREATE UNIQUE INDEX "plan_key_key" ON "plan"("key");

-- CreateIndex
CREATE INDEX "plan_created_at_id_idx" ON "plan"("created_at", "id");

-- CreateIndex
CREATE INDEX "plan_state_created_at_idx" ON "plan"("state", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "plan_step_operation_id_key" ON "plan_step"("operation_id");

-- CreateIndex
CREATE UNIQUE INDEX "plan_step_plan_id_n_key" ON "plan_step"("plan_id", "n");

-- CreateIndex
CREATE UNIQUE INDEX "rehearsal_plan_id_key" ON "rehearsal"("plan_id");

-- CreateIndex
CREATE UNIQUE INDEX "rehearsal_list_id_key" ON "rehearsal"("list_id");

-- AddForeignKey
ALTER TABLE "plan" ADD CONSTRAINT "plan_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connection"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_step" ADD CONSTRAINT "plan_step_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plan"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_step" ADD CONSTRAINT "plan_step_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "operation"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rehearsal" ADD CONSTRAINT "rehearsal_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plan"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rehearsal" ADD CONSTRAINT "rehearsal_list_id_fkey" FOREIGN KEY ("list_id") REFERENCES "project_list"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rehearsal_step" ADD CONSTRAINT "rehearsal_step_rehearsal_id_fkey" FOREIGN KEY ("rehearsal_id") REFERENCES "rehearsal"("id") ON DELETE CASCADE ON UPDATE CASCADE;
