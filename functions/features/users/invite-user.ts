import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { endUserSessions, inviteUser } from '../../../domain/users/change-contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { nowhere } from '../../services/mail/nowhere.ts';
import { wakeOutbox } from '../mail/index.ts';
import { auditOf, inviteAll } from './write-parts.ts';

const inviteRows = raw('users.invite', { at: 'timestamptz?', nowhere: 'bool' });
const endRows = raw('users.end_sessions', { ended: 'int4' });

export const inviteOneUser = bind(inviteUser, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'users.edit'), (db) => [
    inviteRows(
      db,
      sql`with o as (select id, account_id is not null as accepted, ${nowhere(sql`email`)} as nowhere
          from users where id = ${id}::uuid and deleted_at is null and status in ('A','T')),
        w as (update users t set invited_at = app.now() from o
          where t.id = o.id and not o.accepted and not o.nowhere and t.deleted_at is null returning t.id, t.invited_at, t.email),
        ${inviteAll(sql`w x`)},
        ${auditOf(ctx, sql`'user.invite'`, sql`jsonb_build_object('after', jsonb_build_object('email', x.email))`, sql`w x`)}
        select (select w.invited_at from w) as at, o.nowhere from o`,
    ),
  ]);
  const [outcome] = rows;
  if (!outcome) throw new AppError('not_found');
  if (outcome.at === null) throw new AppError(outcome.nowhere ? 'no_address' : 'already_accepted');
  wakeOutbox(ctx);
  return { invitedAt: new Date(outcome.at).toISOString() };
});

/** Out everywhere in this tenant: a lost telephone, a shared computer. */
export const endSessions = bind(endUserSessions, async ({ id }, ctx) => {
  if (id === ctx.session.sub) throw new AppError('own_person');
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'users.edit'), (db) => [
    endRows(
      db,
      sql`with o as materialized (select x.id, app.end_person_sessions(x.id) as ended
          from users x where x.id = ${id}::uuid and x.deleted_at is null),
        ${auditOf(ctx, sql`'user.sign_out'`, sql`jsonb_build_object('after', jsonb_build_object('sessions', x.ended))`, sql`o x`)}
        select ended from o`,
    ),
  ]);
  const [outcome] = rows;
  if (!outcome) throw new AppError('not_found');
  return { ended: outcome.ended };
});
