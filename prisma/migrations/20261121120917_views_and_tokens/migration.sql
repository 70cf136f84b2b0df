-- CreateEnum
CREATE TYPE "TokenScope" AS ENUM ('VIEW', 'READING');

-- CreateTable
CREATE TABLE "element_view" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT,
    "is_shared" BOOLEAN NOT NULL DEFAULT false,
    "content" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "element_view_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "personal_token" (
    "id" UUID NOT NULL,
    "staff_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "scope" "TokenScope" NOT NULL,
    "view_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "personal_token_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "element_view_name_key_key" ON "element_view"("name_key");

-- CreateIndex
CREATE INDEX "element_view_owner_id_deleted_at_idx" ON "element_view"("owner_id", "deleted_at");

-- CreateIndex
CREATE INDEX "element_view_is_shared_deleted_at_idx" ON "element_view"("is_shared", "deleted_at");

-- CreateIndex
CREATE UNIQUE INDEX "personal_token_token_hash_key" ON "personal_token"("token_hash");

-- CreateIndex
CREATE INDEX "personal_token_staff_id_created_at_idx" ON "personal_token"("staff_id", "created_at");

-- AddForeignKey
ALTER TABLE "element_view" ADD CONSTRAINT "element_view_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "personal_token" ADD CONSTRAINT "personal_token_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;
