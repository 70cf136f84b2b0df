-- CreateTable
CREATE TABLE "member" (
    "cloud_id" UUID NOT NULL,
    "service_id" BIGINT NOT NULL,
    "address" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" INTEGER,
    "found_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3),
    "is_removed" BOOLEAN NOT NULL DEFAULT false,
    "leaving_until" TIMESTAMPTZ(3),

    CONSTRAINT "member_pkey" PRIMARY KEY ("cloud_id","service_id")
);

-- CreateIndex
CREATE INDEX "member_address_idx" ON "member"("address");

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_cloud_id_fkey" FOREIGN KEY ("cloud_id") REFERENCES "cloud"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
