-- AlterTable
ALTER TABLE "service_document" ADD COLUMN     "head_id" INTEGER,
ADD COLUMN     "version_rank" INTEGER NOT NULL DEFAULT 1;

-- CreateIndex
CREATE INDEX "service_document_head_id_idx" ON "service_document"("head_id");

-- AddForeignKey
ALTER TABLE "service_document" ADD CONSTRAINT "service_document_head_id_fkey" FOREIGN KEY ("head_id") REFERENCES "service_document"("id") ON DELETE SET NULL ON UPDATE CASCADE;
