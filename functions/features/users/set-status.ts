import { type SQL, sql } from 'drizzle-orm';
import { givenFacts } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { setUserStatus } from '../../../domain/users/change-contract.ts';
import type { Status } from '../../../domain/users/person.ts';
import { stops, transitions } from '../../../domain/users/transitions.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getAudit, textArray } from './write-parts.ts';

const statusRows = raw('users.set_status', { version: 'int4?' });

/** Blocks or restores a user's access. Sessions, known browsers and links end in the database with the status (BEHAVIOUR 17). */
export const setStatus = bind(setUserStatus, async ({ id, action, reason }, ctx) => {
  const { from, to } = transitions[action];
  if (stops(action) && id === ctx.session.sub) throw new AppError('own_person');
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'users.edit'), (db) => [
    statusRows(
      db,
      sql`with o as (select id, status from users where id = ${id}::uuid and deleted_at is null),
        w as (update users t set ${statusColumns(to, reason)} from o
          where t.id = o.id and t.deleted_at is null and t.status = any (${textArray(from)}) returning t.id, t.status, t.version),
        ${getAudit(ctx, `user.${action}`, statusChange(sql`o.status`, sql`x.status`, reason), sql`w x join o on o.id = x.id`)}
        select (select w.version from w) as version from o`,
    ),
  ]);
  const [outcome] = rows;
  if (!outcome) throw new AppError('not_found');
  if (outcome.version === null) throw new AppError('changed_meanwhile');
  return { id, status: to, version: outcome.version };
});

/** What a new status also writes; a past expiry would at once end what the status restores. */
export const statusColumns = (to: Status, reason: string) =>
  sql`status = ${to}, status_reason = nullif(${reason}::text, ''), status_at = app.now(), rights = t.rights + 1, version = t.version + 1,
    expires_at = case when ${to}::text in ('A','T') and t.expires_at <= app.now() then null else t.expires_at end`;

/** What the audit log stores of it. */
export const statusChange = (before: SQL, after: SQL, reason: string) => ({
  before: { status: before },
  after: givenFacts({ status: after, reason: reason || null }),
});
