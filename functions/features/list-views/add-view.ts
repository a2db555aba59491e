import { isOn } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { addListView } from '../../../domain/list-views/contract.ts';
import { listViewLimits } from '../../../domain/list-views/limits.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyOfName, orNameTaken } from '../../request/name-key.ts';
import { newId } from '../../services/ids.ts';
import { addRow, takeTurn } from './list-views.sql.ts';
import { maySet } from './rules.ts';

export const addOneView = bind(addListView, async ({ list, name, shared, state }, ctx) => {
  maySet(ctx, shared);
  const id = newId(ctx.clock.now());
  const row = { id, list, name, key: keyOfName(name), shared: isOn(shared), state };
  const [, { rows }] = await orNameTaken(
    ctx.database.withTenant(getEntry(ctx, 'listViews.keep'), (db) => [takeTurn(db), addRow(db, ctx, row)]),
  );
  if (rows[0]?.added !== 1) throw new AppError('list_view_limit', { limit: listViewLimits.perList });
  return { id, version: 1 };
});
