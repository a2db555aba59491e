import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { mailAccount } from '../../../domain/accounts/contract.ts';
import { mailLimit } from '../../../domain/accounts/links.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { nowhere } from '../../services/mail/nowhere.ts';
import { wakeOutbox } from '../mail/index.ts';
import { tooMany } from './open-link.ts';

const mailRows = raw('accounts.mail', { passwords: 'bool', accepted: 'bool', nowhere: 'bool', sent: 'bool' });

/** Sends the invitation again, or a reset link if the user has already accepted it. Without passwords, the mail says how to sign in. */
export const sendAccountMail = bind(mailAccount, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'accounts.mail'), (db) => [
    mailRows(
      db,
      sql`with p as (select u.id, u.account_id is not null as accepted, ${nowhere(sql`u.email`)} as nowhere,
          (select count(*)::int from audit a where a.row_id = u.id and a.what in ('account.invite', 'account.reset_mail')
            and a.at > app.now() - make_interval(secs => ${mailLimit.seconds})) as recent
          from users u where u.id = ${id}::uuid and u.status in ('A','T') and u.deleted_at is null),
        o as (insert into outbox (kind, body)
          select case when p.accepted then 'account.reset' else 'account.invite' end, jsonb_build_object('user_id', p.id) from p
          where p.recent < ${mailLimit.most} and not p.nowhere returning id),
        a as (${auditEach(ctx, {
          what: sql`case when p.accepted then 'account.reset_mail' else 'account.invite' end`,
          row: sql`p.id`,
          from: sql`p, o`,
        })})
        select (app.ways_told()->>'passwords')::boolean as passwords, p.accepted, p.nowhere, exists (select from o) as sent from p`,
    ),
  ]);
  const [outcome] = rows;
  if (!outcome) throw new AppError('not_found');
  if (outcome.nowhere) throw new AppError('no_address');
  if (!outcome.sent) throw tooMany(mailLimit.seconds);
  wakeOutbox(ctx);
  return {
    status: 'ok' as const,
    kind: outcome.passwords ? (outcome.accepted ? ('reset' as const) : ('invite' as const)) : ('ways' as const),
  };
});
