-- CreateEnum
CREATE TYPE "TokenEnding" AS ENUM ('OWNER', 'PASSWORD', 'SECOND_FACTOR', 'SESSIONS', 'ROLE', 'DISABLED', 'PROVIDER');

-- CreateEnum
CREATE TYPE "RefusalKind" AS ENUM ('SIGN_IN', 'CONFIRMATION', 'TOKEN', 'ACCESS');

-- AlterTable
ALTER TABLE "staff_session" ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "personal_token" ADD COLUMN     "revoked_for" "TokenEnding";

-- AlterTable
ALTER TABLE "staff_identity" ADD COLUMN     "proved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateTable
CREATE TABLE "refusal" (
    "quarter" TIMESTAMPTZ(3) NOT NULL,
    "key" TEXT NOT NULL,
    "kind" "RefusalKind" NOT NULL,
    "staff_id" UUID,
    "unknown" TEXT,
    "network" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "tries" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "refusal_pkey" PRIMARY KEY ("quarter","key")
);

-- CreateIndex
CREATE INDEX "refusal_kind_last_at_idx" ON "refusal"("kind", "last_at");
