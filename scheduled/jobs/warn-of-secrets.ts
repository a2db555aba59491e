import { eq, sql } from 'drizzle-orm';
import { raw } from '../../db/raw.ts';
import { serviceAccounts } from '../../db/schema/bi-accounts.ts';
import { noticeDue } from '../../domain/bi-accounts/secret.ts';
import { tell } from '../../functions/features/notifications/tell.ts';
import { claim } from '../claim.ts';
import type { Tick } from '../tick.ts';

const perTick = 50;

const claimSecrets = raw('scheduled.due_secrets', claim);
const warn = raw('scheduled.warn_of_secrets', { told: 'int4' });

/** The recipients: administrators, or where the tenant restricts accounts, only the user who registered this one, if still active. */
const keepers = sql`with keeper as (select u.id from users u join w on u.id = w.registered_by_id where u.status in ('A','T'))
  select k.id as user_id from keeper k
  union select u.id from users u, w where u.profile in ('admin','master','a2m') and u.status in ('A','T')
    and not (exists (select from keeper) and (select t.restrict_accounts from tenants t where t.id = (select app.tenant_id())))`;

/** Warns administrators 30, 7 and 1 day(s) before a secret expires. The mark and the notice are one statement, so each is sent once. */
export async function warnOfSecrets({ at, database }: Tick): Promise<Record<string, number>> {
  const [{ rows: claims }] = await database.withJob(null, (db) => [
    claimSecrets(db, sql`select tenant_id, id from app.due_secrets(${perTick})`),
  ]);
  let told = 0;
  for (const { tenant_id, id } of claims) {
    const { secretEndsAt: endsAt, secretWarnedDays: warned } = serviceAccounts;
    const [[row]] = await database.withJob(tenant_id, (db) => [
      db.select({ endsAt, warned }).from(serviceAccounts).where(eq(serviceAccounts.id, id)),
    ]);
    const due = row?.endsAt && noticeDue(new Date(row.endsAt), row.warned, at);
    if (!due) continue;
    const news = tell('told', {
      people: keepers,
      kind: 'account_secret_ending',
      vars: sql`(select jsonb_build_object('account', w.name, 'days', ${due.days}::int) from w)`,
      link: sql`(select '/powerbi?id=' || w.id from w)`,
    });
    const mark = String(due.mark);
    const [{ rows }] = await database.withJob(tenant_id, (db) => [
      warn(
        db,
        sql`with w as (update service_accounts a set secret_warned_days = ${mark}
            where a.id = ${id}::uuid and not a.disabled and a.secret_ends_at = ${row.endsAt}::timestamptz
              and a.secret_warned_days is distinct from ${mark} returning a.id, a.name, a.registered_by_id),
          ${news}
          select (select count(*)::int from told) as told`,
      ),
    ]);
    told += rows[0]?.told ?? 0;
  }
  return { claimed: claims.length, told };
}
