import { query } from './database.ts';
import { makeId } from './make-id.ts';

type Options = { kind?: string; vars?: Record<string, unknown>; link?: string | null; at?: string; read?: boolean; deleted?: boolean };

/** An entry in a person's inbox, without a mail. */
export async function makeNotification(tenant: { id: string }, user: { id: string }, options: Options = {}): Promise<{ id: string }> {
  const id = makeId();
  const {
    kind = 'catalog_granted',
    vars = { report: 'Vendas', person: 'Ana Nunes' },
    link = '/catalogs',
    at = null,
    read = false,
    deleted = false,
  } = options;
  await query(
    `insert into notifications (tenant_id, id, user_id, kind, vars, link, created_at, read_at, deleted_at)
      values ($1, $2, $3, $4, $5, $6, coalesce($7::timestamptz, app.now()), case when $8::boolean then app.now() end,
        case when $9::boolean then app.now() end)`,
    [tenant.id, id, user.id, kind, JSON.stringify(vars), link, at, String(read), String(deleted)],
  );
  return { id };
}

/** A finished mailing to many people. */
export async function makeMailing(tenant: { id: string }, window: { id: string }): Promise<void> {
  await query(
    `insert into mailings (tenant_id, kind, source_id, audience, by_user_id, state)
      values ($1, 'maintenance_announced', $2::uuid, jsonb_build_object('type', 'window', 'id', $2::uuid::text), null, 'done')`,
    [tenant.id, window.id],
  );
}

/** The mail server of a tenant, without a password. */
export async function makeMailServer(tenant: { id: string }, { host = 'smtp.vertice.com.br', port = 587 } = {}): Promise<void> {
  await query(
    "insert into mail_servers (tenant_id, name, email, host, port, protocol) values ($1, 'Vértice', 'portal@vertice.com.br', $2, $3, 'starttls')",
    [tenant.id, host, port],
  );
}
