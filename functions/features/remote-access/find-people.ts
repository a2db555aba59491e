import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { findRemotePeople } from '../../../domain/remote-access/contract.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { leftBelow } from '../../http/ways-left.ts';

const mostNamed = 20;

/** Who may be asked: people of a lower profile who act and allow it; nobody else is named. */
export const findPeopleToEnter = bind(findRemotePeople, async ({ search }, ctx) => {
  const words = searchWords(search ?? '').slice(0, 8);
  const found = words.map((word) => sql` and (' ' || u.sort_key) like ${`% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`);
  // An agent stands above people and not above agents.
  const below = ctx.session.profile === 'admin' ? sql`` : sql` and not ('support' = any (u.flags) and 'remote_access' = any (u.flags))`;
  const [left, rows] = await ctx.database.withTenant(entryOf(ctx, 'remote.ask'), (db) => [
    db.execute(sql`select ${leftBelow('below_remote')} as is_left`),
    db.execute(sql`select u.id, u.name, u.department from users u where u.allow_remote and u.profile = 'user' and u.status in ('A','T') and u.deleted_at is null and u.seat is null
      and u.id <> ${ctx.session.sub}::uuid${below}${sql.join(found, sql``)} order by u.sort_key, u.id limit ${mostNamed}`),
  ]);
  if (!rowsOf<{ is_left: boolean }>(left)[0]?.is_left) throw new AppError('remote_off');
  return { people: rowsOf<{ id: string; name: string; department: string | null }>(rows) };
});
