import { forgetEntra } from '../../../domain/entra/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { forgetApp } from './entra.sql.ts';

export const forgetOneEntra = bind(forgetEntra, async (_input, ctx) => {
  const [result] = await ctx.database.withTenant(getEntry(ctx, 'signOn.manage'), (db) => [forgetApp(db, ctx)]);
  const [outcome] = result.rows;
  if (!outcome?.allowed) throw new AppError('function_disabled');
  if (outcome.removed === 0) throw new AppError('not_found');
  return { status: 'ok' as const };
});
