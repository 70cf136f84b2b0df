-- CreateEnum
CREATE TYPE "CheckPurpose" AS ENUM ('CONNECTION', 'NEW_SECRET');

-- CreateEnum
CREATE TYPE "ConnectionStage" AS ENUM ('TEST', 'PRODUCTION');

-- AlterTable
ALTER TABLE "connection" ADD COLUMN     "allows_private" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "archived_at" TIMESTAMPTZ(3),
ADD COLUMN     "is_configured" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "secret_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "stage" "ConnectionStage",
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "connection_check" (
    "id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "purpose" "CheckPurpose" NOT NULL,
    "revision" INTEGER NOT NULL,
    "rungs" JSONB NOT NULL,
    "stopped_at" INTEGER,
    "duration_ms" INTEGER NOT NULL,
    "actor_name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "connection_check_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "model_list" (
    "project_id" UUID NOT NULL,
    "content" JSONB NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "model_list_pkey" PRIMARY KEY ("project_id")
);

-- CreateIndex
CREATE INDEX "connection_check_connection_id_at_idx" ON "connection_check"("connection_id", "at");

-- AddForeignKey
ALTER TABLE "connection_check" ADD CONSTRAINT "connection_check_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_list" ADD CONSTRAINT "model_list_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Until now every live connection came from the configuration, with the secret it had at its last change.
UPDATE "connection" SET "is_configured" = true WHERE "kind" = 'LIVE';
UPDATE "connection" SET "secret_since" = "updated_at";
