import { isOn } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { editListView } from '../../../domain/list-views/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyOfName, orNameTaken } from '../../request/name-key.ts';
import { editRow } from './list-views.sql.ts';
import { changeable, maySet } from './rules.ts';

export const editOneView = bind(editListView, async ({ id, version, name, shared, state }, ctx) => {
  maySet(ctx, shared);
  const row = { id, version, name, key: keyOfName(name), shared: shared && isOn(shared), state };
  const [{ rows }] = await orNameTaken(
    ctx.database.withTenant(getEntry(ctx, 'listViews.keep'), (db) => [editRow(db, ctx, changeable(ctx), row)]),
  );
  const [outcome] = rows;
  if (!outcome?.there) throw new AppError('not_found');
  if (!outcome.version) throw new AppError('changed_meanwhile');
  return { version: outcome.version };
});
