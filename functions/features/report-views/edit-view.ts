import { isOn } from '../../../domain/contract/fields.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { editView } from '../../../domain/report-views/contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { keyOfName, orNameTaken } from '../../request/name-key.ts';
import { editRow } from './report-views.sql.ts';

/** A view that is no longer shared stops being the default for everyone; users who had chosen it fall back to the next option. */
export const editOneView = bind(editView, async ({ id, version, name, shared, content }, ctx) => {
  const row = { id, version, name, key: keyOfName(name), shared: isOn(shared), content };
  const [{ rows }] = await orNameTaken(ctx.database.withTenant(entryOf(ctx, 'views.edit'), (db) => [editRow(db, ctx, row)]));
  const [outcome] = rows;
  if (!outcome?.there) throw new AppError('not_found');
  if (!outcome.version) throw new AppError('changed_meanwhile');
  return { version: outcome.version };
});
