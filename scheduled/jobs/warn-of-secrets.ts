import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/client.ts';
import { noticeDue } from '../../domain/service/secret.ts';
import { tell } from '../../functions/features/notifications/tell.ts';
import type { Tick } from '../tick.ts';

const perTick = 50;

type Claim = { tenant_id: string; id: string };
type Row = { name: string; secret_ends_at: string; secret_warned_days: string | null };

/** Who keeps the account: its administrators; only who registered it where the tenant restricts accounts and he is still there. */
const keepers = sql`with keeper as (select u.id from users u join w on u.id = w.registered_by_id where u.status in ('A','T'))
  select k.id as user_id from keeper k
  union select u.id from users u, w where u.profile in ('admin','master','a2m') and u.status in ('A','T')
    and not (exists (select from keeper) and (select t.restrict_accounts from tenants t where t.id = (select app.tenant_id())))`;

/** Tells administrators 30, 7 and 1 day(s) before a secret ends; the mark and the notice are one statement, so each comes once. */
export async function warnOfSecrets({ at, database }: Tick): Promise<Record<string, number>> {
  const [claimed] = await database.withJob(null, (db) => [db.execute(sql`select tenant_id, id from app.due_secrets(${perTick})`)]);
  const claims = rowsOf<Claim>(claimed);
  let told = 0;
  for (const { tenant_id, id } of claims) {
    const [found] = await database.withJob(tenant_id, (db) => [
      db.execute(
        sql`select a.name, a.secret_ends_at, a.secret_warned_days from service_accounts a where a.id = ${id}::uuid and a.secret_ends_at is not null`,
      ),
    ]);
    const [row] = rowsOf<Row>(found);
    const due = row && noticeDue(new Date(row.secret_ends_at), row.secret_warned_days, at);
    if (!due) continue;
    const [result] = await database.withJob(tenant_id, (db) => [
      db.execute(sql`with w as (update service_accounts a set secret_warned_days = ${String(due.mark)} where a.id = ${id}::uuid and not a.disabled and a.secret_ends_at = ${row.secret_ends_at}::timestamptz
            and a.secret_warned_days is distinct from ${String(due.mark)} returning a.id, a.name, a.registered_by_id),
          ${tell('told', { people: keepers, kind: 'account_secret_ending', vars: sql`(select jsonb_build_object('account', w.name, 'days', ${due.days}::int) from w)`, link: sql`(select '/powerbi?id=' || w.id from w)` })}
        select (select count(*)::int from told) as told`),
    ]);
    told += rowsOf<{ told: number }>(result)[0]?.told ?? 0;
  }
  return { claimed: claims.length, told };
}
