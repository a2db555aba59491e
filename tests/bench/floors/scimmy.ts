import { createHash, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import express from 'express';
import pg from 'pg';
import SCIMMY from 'scimmy';
import SCIMMYRouters from 'scimmy-routers';

// The floor of provisioning: scimmy-routers on Node over the same tables, past policies and endpoint. It checks the token, keeps names
// apart and writes person, audit and log in one statement, as the product does; invitations, limits and custom fields it leaves out.
const { values } = parseArgs({ options: { url: { type: 'string' } } });
const pool = new pg.Pool({ connectionString: String(values.url), max: 16 });

type Person = { userName: string; displayName?: string; emails?: { value: string }[]; externalId?: string };

SCIMMY.Resources.declare(SCIMMY.Resources.User.extend(SCIMMY.Schemas.EnterpriseUser, false));
SCIMMY.Resources.User.ingress(async (_resource, given, context) => {
  const data = given as unknown as Person; // because a resource of this type was read by its schema
  const { tenant, token } = context as { tenant: string; token: string }; // because the handler below made it
  const id = randomUUID();
  const name = data.displayName ?? data.userName;
  const { rows } = await pool.query(
    `with w as (insert into users (tenant_id, id, email, name, sort_key, profile, status, user_name, user_name_key, external_id, scim, scim_at)
        select $1, $2, $3, $4, lower($4), 'user', 'A', $5, lower($5), $6, $7::jsonb, now()
        where not exists (select from users o where o.tenant_id = $1 and coalesce(o.user_name_key, o.email) = lower($5) and o.deleted_at is null) returning tenant_id, id, name, created_at),
      a as (insert into audit (tenant_id, what, row_id, change) select w.tenant_id, 'user.add', w.id, jsonb_build_object('after', jsonb_build_object('name', w.name)) from w),
      l as (insert into scim_log (tenant_id, token_id, method, kind, row_id, name, status) select w.tenant_id, $8, 'POST', 'User', w.id, w.name, 201 from w)
      select id, created_at from w`,
    [tenant, id, data.emails?.[0]?.value ?? data.userName, name, data.userName, data.externalId ?? null, JSON.stringify(given), token],
  );
  if (rows.length === 0) throw new SCIMMY.Types.Error(409, 'uniqueness', 'The userName is taken.');
  const created = new Date(rows[0].created_at);
  return { ...data, id, meta: { created, lastModified: created } };
});

const context = new WeakMap<express.Request, { tenant: string; token: string }>();
const app = express();
app.use(
  '/scim/v2',
  new SCIMMYRouters({
    type: 'bearer',
    handler: async (request) => {
      const hash = createHash('sha256')
        .update((request.header('authorization') ?? '').slice(7))
        .digest();
      const { rows } = await pool.query(
        'update scim_tokens set last_used_at = case when last_used_at > now() - interval $$1 minute$$ then last_used_at else now() end where hash = $1 and revoked_at is null returning tenant_id, id',
        [hash],
      );
      if (rows.length === 0) throw new Error('The token is none.');
      context.set(request, { tenant: rows[0].tenant_id, token: rows[0].id });
      return rows[0].id;
    },
    context: (request) => context.get(request),
  }),
);
const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo; // because a TCP server's address is no path
  process.send?.({ port });
});
