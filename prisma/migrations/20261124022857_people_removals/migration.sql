-- CreateEnum
CREATE TYPE "RemovalState" AS ENUM ('RUNNING', 'ENDED');

-- CreateEnum
CREATE TYPE "RemovalOutcome" AS ENUM ('WAITING', 'REMOVED', 'NOT_THERE', 'KEPT', 'UNCERTAIN');

-- CreateTable
CREATE TABLE "person_removal" (
    "id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "open_key" TEXT,
    "state" "RemovalState" NOT NULL,
    "state_since" TIMESTAMPTZ(3) NOT NULL,
    "stop_reason" TEXT,
    "stop_reason_said" JSONB,
    "actor_id" UUID NOT NULL,
    "actor_name" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "person_removal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "person_removal_place" (
    "removal_id" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "cloud_id" UUID NOT NULL,
    "outcome" "RemovalOutcome" NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "problem" TEXT,
    "problem_said" JSONB,

    CONSTRAINT "person_removal_place_pkey" PRIMARY KEY ("removal_id","n")
);

-- CreateIndex
CREATE UNIQUE INDEX "person_removal_open_key_key" ON "person_removal"("open_key");

-- CreateIndex
CREATE INDEX "person_removal_address_created_at_idx" ON "person_removal"("address", "created_at");

-- CreateIndex
CREATE INDEX "person_removal_place_cloud_id_idx" ON "person_removal_place"("cloud_id");

-- AddForeignKey
ALTER TABLE "person_removal_place" ADD CONSTRAINT "person_removal_place_removal_id_fkey" FOREIGN KEY ("removal_id") REFERENCES "person_removal"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_removal_place" ADD CONSTRAINT "person_removal_place_cloud_id_fkey" FOREIGN KEY ("cloud_id") REFERENCES "cloud"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
