import { and, asc, eq, inArray, isNull, like, ne, not, sql } from 'drizzle-orm';
import { users } from '../../../db/schema/users.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { findRemotePeople } from '../../../domain/remote-access/contract.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { readDelegated } from './remote-access.sql.ts';

const maxNamed = 20;

/** Names only the users who can be asked: of a lower profile, active, and allowing it. */
export const findPeopleToEnter = bind(findRemotePeople, async ({ search }, ctx) => {
  const words = searchWords(search ?? '').slice(0, 8);
  const found = words.map((word) => like(sql`' ' || ${users.sortKey}`, `% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`));
  // An agent ranks above users, but not above other agents.
  const isAgent = sql`('support' = any (${users.flags}) and 'remote_access' = any (${users.flags}))`;
  const [{ rows: left }, people] = await ctx.database.withTenant(getEntry(ctx, 'remote.ask'), (db) => [
    readDelegated(db),
    db
      .select({ id: users.id, name: users.name, department: users.department })
      .from(users)
      .where(
        and(
          eq(users.allowRemote, true),
          eq(users.profile, 'user'),
          inArray(users.status, ['A', 'T']),
          isNull(users.deletedAt),
          isNull(users.seat),
          ne(users.id, ctx.session.sub),
          ctx.session.profile === 'admin' ? undefined : not(isAgent),
          ...found,
        ),
      )
      .orderBy(asc(users.sortKey), asc(users.id))
      .limit(maxNamed),
  ]);
  if (!left[0]?.is_left) throw new AppError('remote_off');
  return { people };
});
