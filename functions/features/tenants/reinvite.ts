import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { reinviteAdministrator } from '../../../domain/tenants/contract.ts';
import { normalEmail } from '../../../domain/users/person.ts';
import { isEmail } from '../../../domain/validation/email.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { wakeTenantOutbox } from '../mail/index.ts';
import { orTaken } from '../users/index.ts';
import { writeInvitation } from './tenants.sql.ts';

/** Only while the unit has no administrator: after that it manages its own users. */
export const reinviteOneAdministrator = bind(reinviteAdministrator, async ({ id, user, email }, ctx) => {
  const address = email === undefined ? null : normalEmail(email);
  if (address !== null && !isEmail(address)) throw invalidInput('email');
  const change = { email: address, ip: ctx.address, request: ctx.requestId };
  const [{ rows }] = await orTaken(ctx.database.withTenant(getEntry(ctx, 'units.manage'), (db) => [writeInvitation(db, id, user, change)]));
  const state = rows[0]?.state;
  if (state === 'accepted') throw new AppError('already_accepted');
  if (state !== 'ok') throw new AppError('not_found');
  wakeTenantOutbox(ctx, id);
  return { status: 'ok' as const };
});
