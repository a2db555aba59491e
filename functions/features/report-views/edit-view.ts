import { and, eq, sql } from 'drizzle-orm';
import { lockVersion, setOf } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import { reportViews as views } from '../../../db/schema/report-views.ts';
import { isOn } from '../../../domain/contract/flag.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { editView } from '../../../domain/report-views/contract.ts';
import { decideEdit } from '../../../domain/report-views/decide.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyOfName, orNameTaken } from '../../request/name-key.ts';
import { isMine, readView } from './report-views.sql.ts';

/** A view that is no longer shared stops being the default for everyone; users who had chosen it fall back to the next option. */
export const editOneView = bind(editView, async ({ id, version, name, shared: sharing, content }, ctx) => {
  const entry = getEntry(ctx, 'views.edit');
  const [sortKey, shared] = [keyOfName(name), isOn(sharing)];
  const [[stored]] = await ctx.database.withTenant(entry, (db) => [readView(db, ctx, id)]);
  const plan = planOrThrow(decideEdit({ version, name, shared, moment: content !== undefined }, stored?.own ? stored : undefined));

  const fields = { name, sortKey, shared, ...content, version: plan.version, updatedAt: sql`app.now()` };
  await orNameTaken(
    ctx.database.withTenant(entry, (db) => [
      lockVersion(db, views, and(eq(views.id, id), eq(views.version, version), isMine)),
      db
        .update(views)
        .set(setOf(views, { ...fields, forAll: shared ? undefined : false }))
        .where(eq(views.id, id)),
      audited(db, ctx, 'view.edit', id, plan.change),
    ]),
  );
  return { version: plan.version };
});
