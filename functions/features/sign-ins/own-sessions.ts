import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { endOwnSessions, ownSessions, ownSignIns } from '../../../domain/sign-ins/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { deviceOf } from '../session/index.ts';
import { presentSignIn, type SignInFacts, signInColumns } from './sign-in.ts';

type Row = {
  id: string;
  unit: string;
  at: string;
  last_seen: string;
  address: string | null;
  agent: string | null;
  auth_type: string;
  vouched: 'account' | 'unit';
  mine: boolean;
};
const perPage = 25;

export const readOwnSessions = bind(ownSessions, async (_input, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'account.own'), (db) => [db.execute(sql`select * from app.own_sessions()`)]);
  return {
    items: rowsOf<Row>(result).map(({ at, last_seen, auth_type, ...row }) => ({
      ...row,
      at: new Date(at).toISOString(),
      lastSeen: new Date(last_seen).toISOString(),
      way: auth_type,
    })),
  };
});

/** The database ends them by whose they are, so that another's id is as good as none. */
export const endSessionsOfOwn = bind(endOwnSessions, async ({ id }, ctx) => {
  const device = await deviceOf(ctx);
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'account.own'), (db) => [
    db.execute(sql`select app.end_own_sessions(${id ?? null}::uuid, ${device}::bytea, ${ctx.address}, ${ctx.requestId}) as ended`),
  ]);
  const ended = rowsOf<{ ended: number }>(result)[0]?.ended ?? 0;
  if (id && ended === 0) throw new AppError('not_found');
  return { ended };
});

export const readOwnSignIns = bind(ownSignIns, async ({ page = 1 }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'account.own'), (db) => [
    db.execute(sql`select ${signInColumns} from sign_ins s where s.user_id = (select app.user_id())
      order by s.at desc, s.id desc limit ${perPage + 1} offset ${(page - 1) * perPage}`),
  ]);
  const rows = rowsOf<SignInFacts>(result);
  return { items: rows.slice(0, perPage).map(presentSignIn), more: rows.length > perPage };
});
