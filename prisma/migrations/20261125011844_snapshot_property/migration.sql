-- CreateTable
CREATE TABLE "snapshot_property" (
    "snapshot_id" UUID NOT NULL,
    "place" INTEGER NOT NULL,
    "set" TEXT,
    "set_instance" INTEGER NOT NULL,
    "property" TEXT NOT NULL,
    "property_instance" INTEGER NOT NULL,
    "search_name" TEXT NOT NULL,
    "filled" INTEGER NOT NULL,

    CONSTRAINT "snapshot_property_pkey" PRIMARY KEY ("snapshot_id","place")
);

-- AddForeignKey
ALTER TABLE "snapshot_property" ADD CONSTRAINT "snapshot_property_snapshot_id_fkey" FOREIGN KEY ("snapshot_id") REFERENCES "snapshot"("id") ON DELETE CASCADE ON UPDATE CASCADE;
