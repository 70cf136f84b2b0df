-- CreateTable
CREATE TABLE "upload_content" (
    "operation_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "bytes" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,

    CONSTRAINT "upload_content_pkey" PRIMARY KEY ("operation_id")
);

-- CreateIndex
CREATE INDEX "upload_content_project_id_bytes_sha256_idx" ON "upload_content"("project_id", "bytes", "sha256");

-- AddForeignKey
ALTER TABLE "upload_content" ADD CONSTRAINT "upload_content_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "operation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "upload_content" ADD CONSTRAINT "upload_content_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
