import { isOn } from '../../../domain/contract/fields.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { addView } from '../../../domain/report-views/contract.ts';
import { viewLimits } from '../../../domain/report-views/limits.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { keyOfName, orNameTaken } from '../../request/name-key.ts';
import { newId } from '../../services/ids.ts';
import { addRow, takeTurn } from './report-views.sql.ts';

export const addOneView = bind(addView, async ({ id: reportId, name, shared, content }, ctx) => {
  const id = newId(ctx.clock.now());
  const row = { id, reportId, name, key: keyOfName(name), shared: isOn(shared), content };
  const [, { rows }] = await orNameTaken(ctx.database.withTenant(entryOf(ctx, 'views.edit'), (db) => [takeTurn(db), addRow(db, ctx, row)]));
  const [outcome] = rows;
  if (!outcome?.there) throw new AppError('not_found');
  if (!outcome.added) throw new AppError('view_limit_reached', { limit: viewLimits.perReport });
  return { id, version: 1 };
});
