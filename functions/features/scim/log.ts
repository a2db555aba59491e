import { type SQL, sql } from 'drizzle-orm';
import { enterScim } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { alarmHours, maxLoggedDetail, maxNameLength } from '../../../domain/scim/limits.ts';
import { cut } from '../../../domain/text/cut.ts';
import { wakeTenantOutbox } from '../mail/index.ts';
import { tell } from '../notifications/index.ts';
import type { ScimContext } from './request.ts';

export type LogKind = 'User' | 'Group' | 'Bulk' | 'Other';
type Entry = { method: string; kind: LogKind; status: number };

export const getToken = ({ prefix }: ScimContext) =>
  sql`(select k.id from scim_tokens k where k.prefix = ${prefix} and k.revoked_at is null limit 1)`;

/** The CTE that logs what took effect: a row for each of `from`, which has `id` and `name`. It is part of the write itself. */
export const logged = (
  scim: ScimContext,
  { method, kind, status }: Entry,
  from: SQL,
  {
    token = getToken(scim),
    tenant = sql`(select app.tenant_id())`,
    code = sql`null::text`,
  }: { token?: SQL; tenant?: SQL; code?: SQL } = {},
): SQL =>
  sql`logged as (insert into scim_log (tenant_id, token_id, method, kind, row_id, name, status, code, ip, request_id)
    select ${tenant}, ${token}, ${method}, ${kind}, x.id, x.name, ${status}::int, ${code}, ${scim.ctx.address}, ${scim.ctx.requestId}
      from ${from})`;

/** Administrators are notified of it at once, but at most once a day: a directory that can't continue. */
const alarming = ['last_administrator', 'user_limit_reached'];

export type Refusal = Entry & { code: string; detail: string; rowId: string | null; name: string };

const keepRefusal = raw('scim.keep_refusal', { is_first: 'bool' });

/** Logs a refusal and its reason, after the answer was sent. */
export async function logRefusal(scim: ScimContext, { method, kind, status, code, detail, rowId, name }: Refusal): Promise<void> {
  const alarms = alarming.includes(code);
  const sent = cut(name, maxNameLength);
  // A change names its row only by the id.
  const shownName = sql`coalesce(nullif(${sent}::text, ''), (select u.name from users u where u.id = ${rowId}::uuid),
    (select g.display_name from scim_groups g where g.id = ${rowId}::uuid), '')`;
  const [result] = await scim.ctx.database.withScim(scim.directory, (db) => [
    keepRefusal(
      db,
      sql`with first as (
            select not exists (
              select from scim_log l
                where l.status >= 400 and l.code = ${code} and l.at > app.now() - make_interval(hours => ${alarmHours}::int)) as is_first),
          l as (insert into scim_log (token_id, method, kind, row_id, name, status, code, detail, ip, request_id)
            select ${getToken(scim)}, ${method}, ${kind}, ${rowId}::uuid, ${shownName}, ${status}::int, ${code},
              ${cut(detail, maxLoggedDetail)}, ${scim.ctx.address}, ${scim.ctx.requestId} returning id, name),
          ${tell('told', {
            people: sql`select u.id as user_id from users u, first, l
              where ${alarms}::boolean and first.is_first and u.profile in ('a2m','master','admin') and u.deleted_at is null`,
            kind: 'directory_refused',
            vars: sql`jsonb_build_object('name', (select l.name from l), 'reason', ${code}::text)`,
            link: sql`'/azure/saml?area=scim&tab=log&view=error'`,
          })}
        select first.is_first from first`,
    ),
  ]);
  if (alarms && result.rows[0]?.is_first) wakeTenantOutbox(scim.ctx, scim.directory.tenant);
}

const tokenRow = raw('scim.check_token', {});
/** Refuses a call with an invalid token and does nothing else: for discovery. */
export const checkToken = (scim: Pick<ScimContext, 'ctx' | 'directory'>) =>
  scim.ctx.database.asApp((db) => [tokenRow(db, sql`select from ${enterScim(scim.directory)}`)]);
