-- The subject of a project that is created under another names its parent: the same name under another parent is another project. What is
-- under way or uncertain keeps blocking the same project.
UPDATE "operation"
SET "subject_key" = regexp_replace("subject_key", '^project:([0-9]+):', 'project:\1/' || ("body" ->> 'parent_id') || ':'),
    "open_key" = regexp_replace("open_key", ':project:([0-9]+):', ':project:\1/' || ("body" ->> 'parent_id') || ':')
WHERE "kind" = 'CREATE_PROJECT' AND "body" ->> 'parent_id' ~ '^[0-9]+$';
