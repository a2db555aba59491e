import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { enterCompany } from '../../../domain/companies/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../http/bind.ts';
import { hashOf, newId } from '../../services/ids.ts';
import { wakeOutboxOf } from '../mail/index.ts';
import { actAsAnswer } from '../remote-access/index.ts';
import { admit, deviceOf, type Entrant, mustChange, type PasswordAge, takesPasswords } from '../session/index.ts';

type Arrived = Omit<Entrant, 'account_id'> &
  Partial<PasswordAge> & { browser_known: boolean; passwords: boolean; seen: string | null; typed: boolean | null };

/** Trip 1 uses the token and reads who it is for, trip 2 starts the session; a refusal is worded like that of a sign-in. */
export const arriveAtCompany = bind(enterCompany, async ({ token }, ctx) => {
  const hash = await hashOf(token);
  const sid = newId(ctx.clock.now());
  const device = await deviceOf(ctx);
  // A ticket is for one of two things: a person's own unit, or a partner's visit. Each is used by its own rule alone.
  const [rows, visits] = await ctx.database.withDoor((db) => [
    db.execute(
      sql`select f.*, l.*, '\\x' || encode(w.seen, 'hex') as seen, w.typed, w.must_change, w.password_at, w.rules, ${takesPasswords(ctx.tenant.id)} as passwords from (select * from app.arrive(${ctx.tenant.id}::uuid, ${hash}::bytea, ${ctx.host}) offset 0) f
        left join lateral app.entry_limits(${ctx.tenant.id}::uuid, f.user_id, ${device}::bytea) l on true
        left join lateral app.arrival_password(${ctx.tenant.id}::uuid, ${hash}::bytea) w on true`,
    ),
    db.execute(
      sql`select app.partner_arrive(${ctx.tenant.id}::uuid, ${hash}::bytea, ${ctx.host}, ${sid}::uuid, ${ctx.address}, ${ctx.requestId}) as visiting`,
    ),
  ]);
  if (rowsOf<{ visiting: boolean }>(visits)[0]?.visiting) {
    wakeOutboxOf(ctx, ctx.tenant.id);
    return actAsAnswer(ctx, sid);
  }
  const [who] = rowsOf<Arrived>(rows);
  if (!who) throw new AppError('link_used');
  // Switched off within the minute: then this unit's own way in is asked too.
  if (!who.passwords) throw new AppError('passwords_off');
  const { seen, typed, must_change, password_at, rules } = who;
  // A password typed elsewhere is no younger here; a session that sent the person asked for its age itself.
  const change =
    typed === true && must_change !== undefined && !!password_at && !!rules && mustChange({ must_change, password_at, rules }, ctx);
  return admit(ctx, { ...who, account_id: null }, { known: who.browser_known, authType: 'company', from: hash, seen, change });
});
