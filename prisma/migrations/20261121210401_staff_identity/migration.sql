-- AlterTable
ALTER TABLE "staff" ALTER COLUMN "password_hash" DROP NOT NULL;

-- AlterTable
ALTER TABLE "staff_session" ADD COLUMN     "by_provider" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "staff_identity" (
    "staff_id" UUID NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "linked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "staff_identity_pkey" PRIMARY KEY ("staff_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "staff_identity_issuer_subject_key" ON "staff_identity"("issuer", "subject");

-- AddForeignKey
ALTER TABLE "staff_identity" ADD CONSTRAINT "staff_identity_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;
