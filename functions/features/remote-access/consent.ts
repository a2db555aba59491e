import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readConsent, saveConsent } from '../../../domain/remote-access/contract.ts';
import { standingDays } from '../../../domain/remote-access/limits.ts';
import type { SettingsForm } from '../../../domain/settings/contract.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { functionsInForce } from '../../../domain/settings/functions.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { wakeOutbox } from '../mail/index.ts';

type Row = { allow_remote: boolean; remote_until: string | null; settings: Partial<SettingsForm> | null; above: Partial<SettingsForm>[] };

export const readOwnConsent = bind(readConsent, async (_input, ctx) => {
  const [found] = await ctx.database.withTenant(entryOf(ctx, 'remote.read'), (db) => [
    db.execute(
      sql`select u.allow_remote, case when u.remote_until > app.now() then u.remote_until end as remote_until, (select s."values" from settings s) as settings, (select coalesce(jsonb_agg(v), '[]') from app.settings_above() v) as above from users u where u.id = ${ctx.session.sub}::uuid`,
    ),
  ]);
  const [row] = rowsOf<Row>(found);
  if (!row) throw new AppError('not_found');
  const settings = mergeSettings(row.settings);
  return {
    allow: row.allow_remote,
    until: row.remote_until ? new Date(row.remote_until).toISOString() : null,
    unit: { allows: functionsInForce(settings, row.above.map(mergeSettings)).remote, asks: settings.remote_consent === 'each' },
  };
});

/** Withdrawing takes effect in the same statement: who is inside is out, and what was asked is over. */
export const saveOwnConsent = bind(saveConsent, async ({ allow, until }, ctx) => {
  const now = ctx.clock.now();
  if (until !== null && (!(Date.parse(until) > now) || Date.parse(until) > now + standingDays * 86_400_000))
    throw new AppError('invalid_input', { name: 'until', reason: 'invalid' }, { field: 'until' });
  const standing = allow ? until : null;
  await ctx.database.withTenant(entryOf(ctx, 'remote.read'), (db) => [
    db.execute(sql`with w as (update users u set allow_remote = ${allow}, remote_until = ${standing}::timestamptz, version = u.version + 1 where u.id = ${ctx.session.sub}::uuid returning u.id),
      x as (update remote_requests q set state = 'expired', decided_at = app.now(), version = q.version + 1 from w where not ${allow}::boolean and q.user_id = w.id and q.state in ('requested','authorized') returning 1),
      e as (select app.act_end(q.session_id, 'person', ${ctx.address}, ${ctx.requestId}) from remote_requests q, w where not ${allow}::boolean and q.user_id = w.id and q.state = 'active'),
      a as (insert into audit (what, row_id, change, ip, request_id) select 'remote.consent', w.id, jsonb_build_object('allow', ${allow}::boolean, 'until', ${standing}::text), ${ctx.address}, ${ctx.requestId} from w)
      select (select count(*) from e) as ended from w`),
  ]);
  wakeOutbox(ctx);
  return { status: 'ok' as const };
});
