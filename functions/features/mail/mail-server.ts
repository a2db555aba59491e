import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readMailServer, removeMailServer, saveMailServer } from '../../../domain/mail/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { checkServer } from './check-server.ts';
import { passwordPlace } from './server-of.ts';

type Row = {
  name: string;
  email: string;
  user_name: string;
  host: string;
  port: number;
  protocol: 'tls' | 'starttls' | 'none';
  enabled: boolean;
  bulk_per_second: number;
  is_set: boolean;
  password_set_at: string | null;
  verified_at: string | null;
  version: number;
};
const instantOf = (value: string | null) => (value ? new Date(value).toISOString() : null);

export const readServer = bind(readMailServer, async (_input, ctx) => {
  const [found] = await ctx.database.withTenant(entryOf(ctx, 'mail.manage'), (db) => [
    db.execute(
      sql`select name, email, user_name, host, port, protocol, enabled, bulk_per_second, password_sealed is not null as is_set, password_set_at, verified_at, version from mail_servers`,
    ),
  ]);
  const [row] = rowsOf<Row>(found);
  if (!row) return { server: null, platform: ctx.env.SMTP_FROM };
  const { name, email, user_name: user, host, port, protocol, enabled, bulk_per_second: bulkPerSecond, version } = row;
  return {
    server: {
      ...{ name, email, user, host, port, protocol, enabled, bulkPerSecond, version },
      password: { set: row.is_set, at: instantOf(row.password_set_at) },
      verifiedAt: instantOf(row.verified_at),
    },
    platform: ctx.env.SMTP_FROM,
  };
});

type Outcome = { version: number | null; there: number | null; would_leak: boolean };

/** A password that is set is used for the server and the user it was typed for, and for no other. */
export const saveServer = bind(saveMailServer, async (asked, ctx) => {
  const input = await checkServer(asked, ctx);
  const { name, email, user, host, port, protocol, enabled, bulkPerSecond, version, password } = input;
  const sealed = password === undefined ? null : await ctx.sealer.seal(password, passwordPlace(ctx.session.tenant));
  const facts = sql`jsonb_build_object('name', o.name, 'email', o.email, 'user', o.user_name, 'host', o.host, 'port', o.port, 'protocol', o.protocol, 'enabled', o.enabled, 'bulkPerSecond', o.bulk_per_second)`;
  const after = JSON.stringify({
    name,
    email,
    user,
    host,
    port,
    protocol,
    enabled,
    bulkPerSecond,
    ...(sealed ? { password: 'changed' } : {}),
  });
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'mail.manage'), (db) => [
    db.execute(sql`with o as (select * from mail_servers),
        k as (select ${sealed}::text is null and exists (select from o where o.password_sealed is not null and (o.host, o.port, o.protocol, o.user_name, case when o.user_name = '' then o.email else '' end)
            is distinct from (${host}::text, ${port}::int, ${protocol}::text, ${user}::text, case when ${user}::text = '' then ${email}::text else '' end)) as would_leak),
        w as (insert into mail_servers as m (name, email, user_name, host, port, protocol, enabled, bulk_per_second, password_sealed, password_set_at)
            select ${name}, ${email}, ${user}, ${host}, ${port}::int, ${protocol}, ${enabled}::boolean, ${bulkPerSecond}::float8, ${sealed}, case when ${sealed}::text is null then null else app.now() end
              from k where not k.would_leak and (exists (select from o) or ${version}::int = 0)
          on conflict (tenant_id) do update set name = excluded.name, email = excluded.email, user_name = excluded.user_name, host = excluded.host, port = excluded.port, protocol = excluded.protocol, enabled = excluded.enabled, bulk_per_second = excluded.bulk_per_second,
            password_sealed = coalesce(excluded.password_sealed, m.password_sealed), password_set_at = coalesce(excluded.password_set_at, m.password_set_at), version = m.version + 1,
            verified_at = case when (m.host, m.port, m.protocol, m.user_name, m.email) is distinct from (excluded.host, excluded.port, excluded.protocol, excluded.user_name, excluded.email) or excluded.password_sealed is not null then null else m.verified_at end
            where m.version = ${version}::int returning m.tenant_id, m.version),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'mail.server', w.tenant_id, jsonb_build_object('before', (select ${facts} from o), 'after', ${after}::jsonb), ${ctx.address}, ${ctx.requestId} from w)
      select (select w.version from w) as version, (select o.version from o) as there, k.would_leak from k`),
  ]);
  const outcome = rowsOf<Outcome>(result)[0];
  if (outcome?.would_leak && outcome.there === version) throw new AppError('mail_password_needed', undefined, { field: 'password' });
  if (!outcome || outcome.version === null) throw new AppError('changed_meanwhile');
  return { version: outcome.version };
});

export const removeServer = bind(removeMailServer, async (_input, ctx) => {
  await ctx.database.withTenant(entryOf(ctx, 'mail.manage'), (db) => [
    db.execute(sql`with d as (delete from mail_servers returning tenant_id, host, email)
      insert into audit (what, row_id, change, ip, request_id) select 'mail.server_removed', d.tenant_id, jsonb_build_object('before', jsonb_build_object('host', d.host, 'email', d.email)), ${ctx.address}, ${ctx.requestId} from d`),
  ]);
  return { status: 'ok' as const };
});
