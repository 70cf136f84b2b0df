/**
 * A registry as large as the portal promises to serve, with the same content at the built-in service: clouds, projects, people and
 * invitations. Made by SQL, because making it through the pages would take days.
 */
import type { Client } from "pg";

export interface Extent {
  clouds: number;
  projectsPerCloud: number;
  /** Of a hundred, 70 have joined, 10 are waiting, the others are gone. */
  invitationsPerCloud: number;
}

/** What Portico is measured with: 10,000 clouds, 100,000 projects, 1,000,000 invitations. */
export const PROMISED: Extent = { clouds: 10_000, projectsPerCloud: 10, invitationsPerCloud: 100 };

/** Fills a database whose portal has started once (so that its own application and connection exist). */
export async function fillRegistry(client: Client, extent: Extent): Promise<void> {
  const { clouds, projectsPerCloud, invitationsPerCloud } = extent;
  const joined = Math.round(invitationsPerCloud * 0.7);
  const waiting = Math.round(invitationsPerCloud * 0.1);
  await client.query(`
    insert into service_cloud (name, creator_app_id, updated_at)
      select 'Many ' || n, (select id from service_application order by id limit 1), now() from generate_series(1, ${clouds}) n;
    insert into service_cloud_application (cloud_id, application_id)
      select id, creator_app_id from service_cloud where name like 'Many %';
    insert into service_project (cloud_id, name, updated_at)
      select id, 'Project ' || n, now() from service_cloud, generate_series(1, ${projectsPerCloud}) n where name like 'Many %';
    insert into service_user (sub, email, firstname, lastname, password_hash, updated_at)
      select gen_random_uuid(), 'person-' || n || '@many.example', 'Person', n::text, 'none', now() from generate_series(1, ${joined}) n;
    insert into service_member (cloud_id, user_id, role)
      select cloud.id, person.id, 50 from service_cloud cloud, service_user person
      where cloud.name like 'Many %' and person.email like '%@many.example';
    insert into service_invitation (cloud_id, application_id, address, email, redirect_uri, role, updated_at)
      select id, creator_app_id, address, address, 'http://localhost/platform/cloud/' || id, 50, now()
      from service_cloud, generate_series(${joined + 1}, ${joined + waiting}) n, lateral (select 'person-' || n || '@many.example' as address) a
      where name like 'Many %'`);
  await client.query(`
    insert into cloud (id, connection_id, service_id, name, sort_name, created_at)
      select gen_random_uuid(), (select id from connection where kind = 'BUILTIN'), id, name, lower(name), now() - id * interval '1 minute'
      from service_cloud where name like 'Many %';
    insert into project (id, cloud_id, service_id, name, sort_name, status, created_at)
      select gen_random_uuid(), cloud.id, made.id, made.name, lower(made.name), 'A', now() - made.id * interval '1 second'
      from service_project made join cloud on cloud.service_id = made.cloud_id where cloud.name like 'Many %';
    insert into invitation (id, cloud_id, address, email, redirect_uri, service_id, role, state, evidence, state_since, mails_asked, created_at)
      select gen_random_uuid(), cloud.id, a.address, a.address, 'http://localhost/platform/cloud/' || cloud.service_id, sent.id, 50,
        (case when n <= ${joined} then 'JOINED' when n <= ${joined + waiting} then 'WAITING' else 'GONE' end)::"InvitationState",
        'Known from the service''s lists.', at, 1, at
      from generate_series(1, ${invitationsPerCloud}) n cross join cloud
      cross join lateral (select 'person-' || n || '@many.example' as address, now() - (n * cloud.service_id % 900000) * interval '1 second' as at) a
      left join service_invitation sent on sent.cloud_id = cloud.service_id and sent.address = a.address
      where cloud.name like 'Many %'`);
  // Gives the planner statistics, as in a database that has had these rows for some time.
  await client.query("vacuum analyze");
}
