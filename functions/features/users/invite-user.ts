import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { lockVersion } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { outbox } from '../../../db/schema/jobs.ts';
import { users } from '../../../db/schema/users.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { endUserSessions, inviteUser } from '../../../domain/users/change-contract.ts';
import { decideInvitation } from '../../../domain/users/invite.ts';
import { actingStatuses } from '../../../domain/users/person.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { wakeOutbox } from '../mail/index.ts';
import { getAudit } from './write-parts.ts';

const endRows = raw('users.end_sessions', { ended: 'int4' });

export const inviteOneUser = bind(inviteUser, async ({ id }, ctx) => {
  const entry = getEntry(ctx, 'users.edit');
  const mayAct = and(eq(users.id, id), isNull(users.deletedAt), inArray(users.status, [...actingStatuses]));
  const [[stored]] = await ctx.database.withTenant(entry, (db) => [
    db
      .select({ email: users.email, accepted: sql<boolean>`${users.accountId} is not null` })
      .from(users)
      .where(mayAct),
  ]);
  const { email } = planOrThrow(decideInvitation(stored));
  const [, [invited]] = await ctx.database.withTenant(entry, (db) => [
    lockVersion(db, users, and(mayAct, eq(users.email, email), isNull(users.accountId))),
    db.update(users).set({ invitedAt: sql`app.now()` }).where(eq(users.id, id)).returning({ at: users.invitedAt }),
    db.insert(outbox).values({ kind: 'account.invite', body: { user_id: id } }),
    audited(db, ctx, 'user.invite', id, { after: { email } }),
  ]);
  if (!invited?.at) throw new AppError('changed_meanwhile');
  wakeOutbox(ctx);
  return { invitedAt: toIso(invited.at) };
});

/** Ends all sessions in this tenant: a lost telephone, a shared computer. */
export const endSessions = bind(endUserSessions, async ({ id }, ctx) => {
  if (id === ctx.session.sub) throw new AppError('own_person');
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'users.edit'), (db) => [
    endRows(
      db,
      sql`with o as materialized (select x.id, app.end_person_sessions(x.id) as ended
          from users x where x.id = ${id}::uuid and x.deleted_at is null),
        ${getAudit(ctx, 'user.sign_out', { after: { sessions: sql`x.ended` } }, sql`o x`)}
        select ended from o`,
    ),
  ]);
  const [outcome] = rows;
  if (!outcome) throw new AppError('not_found');
  return { ended: outcome.ended };
});
