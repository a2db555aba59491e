import { createHash, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { neon, neonConfig } from '@neondatabase/serverless';
import express from 'express';
import SCIMMY from 'scimmy';
import SCIMMYRouters from 'scimmy-routers';

// The floor of provisioning: scimmy-routers on Node over the same tables, driver and endpoint, past the policies. It checks the token,
// keeps names apart and writes person, audit and log in one statement, as the product does; invitations, limits and custom fields it leaves
// out.
const { values } = parseArgs({ options: { url: { type: 'string' }, endpoint: { type: 'string' } } });
neonConfig.fetchEndpoint = values.endpoint;
const sql = neon(values.url);

SCIMMY.Resources.declare(SCIMMY.Resources.User.extend(SCIMMY.Schemas.EnterpriseUser, false));
SCIMMY.Resources.User.ingress(async (_resource, person, { tenant, token }) => {
  const id = randomUUID();
  const name = person.displayName ?? person.userName;
  const rows = await sql.query(
    `with w as (insert into users (tenant_id, id, email, name, sort_key, profile, status, user_name, user_name_key, external_id, scim, scim_at)
        select $1::uuid, $2::uuid, $3::text, $4::text, lower($4::text), 'user', 'A', $5::text, lower($5::text), $6::text, $7::jsonb, now()
        where not exists (select from users o where o.tenant_id = $1::uuid and coalesce(o.user_name_key, o.email) = lower($5::text) and o.deleted_at is null)
        returning tenant_id, id, name, created_at),
      a as (insert into audit (tenant_id, what, row_id, change)
        select w.tenant_id, 'user.add', w.id, jsonb_build_object('after', jsonb_build_object('name', w.name)) from w),
      l as (insert into scim_log (tenant_id, token_id, method, kind, row_id, name, status)
        select w.tenant_id, $8::uuid, 'POST', 'User', w.id, w.name, 201 from w)
      select id, created_at from w`,
    [
      tenant,
      id,
      person.emails?.[0]?.value ?? person.userName,
      name,
      person.userName,
      person.externalId ?? null,
      JSON.stringify(person),
      token,
    ],
  );
  if (rows.length === 0) throw new SCIMMY.Types.Error(409, 'uniqueness', 'The userName is taken.');
  const created = new Date(rows[0].created_at);
  return { ...person, id, meta: { created, lastModified: created } };
});

const callers = new WeakMap();
const app = express();
app.use(
  '/scim/v2',
  new SCIMMYRouters({
    type: 'bearer',
    handler: async (request) => {
      const token = (request.header('authorization') ?? '').slice(7);
      const hash = createHash('sha256').update(token).digest('hex');
      const rows = await sql.query('select tenant_id, id from scim_tokens where hash = $1::bytea and revoked_at is null', [`\\x${hash}`]);
      if (rows.length === 0) throw new Error('The token is none.');
      callers.set(request, { tenant: rows[0].tenant_id, token: rows[0].id });
      return rows[0].id;
    },
    context: (request) => callers.get(request),
  }),
);
const server = app.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }));
