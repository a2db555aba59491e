import { isOn } from '../../../../domain/contract/flag.ts';
import { AppError } from '../../../../domain/errors/catalogue.ts';
import { saveScimChoices } from '../../../../domain/scim/contract.ts';
import { bind } from '../../../request/bind.ts';
import { getEntry } from '../../../request/context.ts';
import { saveChoicesRow } from './settings.sql.ts';

export const saveChoices = bind(saveScimChoices, async ({ invite, version }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'signOn.manage'), (db) => [
    saveChoicesRow(db, ctx, isOn(invite), version),
  ]);
  const [outcome] = rows;
  if (!outcome?.is_left) throw new AppError('function_disabled');
  if (outcome.version === null) throw new AppError('changed_meanwhile');
  return { version: outcome.version };
});
