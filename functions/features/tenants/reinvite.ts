import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { reinviteAdministrator } from '../../../domain/tenants/contract.ts';
import { normalEmail } from '../../../domain/users/person.ts';
import { isEmail } from '../../../domain/validation/email.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { wakeOutboxOf } from '../mail/index.ts';
import { orTaken } from '../users/index.ts';

/** Only while nobody administers the unit: after that its people are its own. */
export const reinviteOneAdministrator = bind(reinviteAdministrator, async ({ id, user, email }, ctx) => {
  const address = email === undefined ? null : normalEmail(email);
  if (address !== null && !isEmail(address)) throw new AppError('invalid_input', { name: 'email', reason: 'invalid' }, { field: 'email' });
  const change = { email: address, ip: ctx.address, request: ctx.requestId };
  const [result] = await orTaken(
    ctx.database.withTenant(entryOf(ctx, 'units.manage'), (db) => [
      db.execute(sql`select app.reinvite_administrator(${id}::uuid, ${user}::uuid, ${JSON.stringify(change)}::jsonb) as state`),
    ]),
  );
  const state = rowsOf<{ state: 'ok' | 'none' | 'accepted' }>(result)[0]?.state;
  if (state === 'accepted') throw new AppError('already_accepted');
  if (state !== 'ok') throw new AppError('not_found');
  wakeOutboxOf(ctx, id);
  return { status: 'ok' as const };
});
