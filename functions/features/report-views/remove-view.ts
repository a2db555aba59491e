import { and, eq } from 'drizzle-orm';
import { lockVersion } from '../../../db/assertions.ts';
import { auditedAct } from '../../../db/audited.ts';
import { reportViews as views } from '../../../db/schema/report-views.ts';
import { can } from '../../../domain/access/permissions.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { removeView } from '../../../domain/report-views/contract.ts';
import { refuseRemove } from '../../../domain/report-views/decide.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { orGone } from '../../request/lost-race.ts';
import { readView } from './report-views.sql.ts';

export const removeOneView = bind(removeView, async ({ id }, ctx) => {
  const entry = getEntry(ctx, 'views.edit');
  const [[stored]] = await ctx.database.withTenant(entry, (db) => [readView(db, ctx, id)]);
  throwIfRefused(refuseRemove(stored, can(ctx.session, 'reports.manage')));
  if (!stored) throw new AppError('not_found');

  await orGone(
    ctx.database.withTenant(entry, (db) => [
      lockVersion(db, views, and(eq(views.id, id), stored.own ? undefined : eq(views.shared, true))),
      db.delete(views).where(eq(views.id, id)),
      auditedAct(db, ctx, 'view.remove', id, { report: stored.reportId, before: { name: stored.name } }),
    ]),
  );
  return { status: 'ok' as const };
});
