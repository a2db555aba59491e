import { and, eq, sql } from 'drizzle-orm';
import { freshWaiters } from '../../../db/schema/report-views.ts';
import { isOn } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { readReport, reportExists } from '../../../domain/reports/contract.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { isWatermarked, seenBy, watermarkLook } from '../../../domain/watermark/watermark.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { signedFrame } from '../storage/index.ts';
import { getLanguage, presentCard } from './card.ts';
import { getAnnounced, preventedBy, reportFacts } from './facts.ts';
import { openingQuery, presentOpening } from './opening.ts';

/** One report with what its viewer needs; absent, foreign and forbidden look the same. */
export const readOneReport = bind(readReport, async ({ id }, ctx) => {
  const [result, opened, waiting] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => [
    reportFacts(db, ctx, id),
    openingQuery(db, id),
    db
      .select({ reportId: freshWaiters.reportId })
      .from(freshWaiters)
      .where(and(eq(freshWaiters.reportId, id), eq(freshWaiters.userId, sql`(select app.user_id())`))),
  ]);
  const [facts] = result.rows;
  if (!facts) throw new AppError('not_found');
  const settings = mergeSettings(facts.settings);
  const prevented = preventedBy(facts, ctx);
  return {
    ...presentCard(facts, ctx.clock.now(), getLanguage(ctx)),
    external:
      facts.kind === 'external' && facts.external_url && !prevented
        ? { url: facts.external_url, frame: facts.external_frames ? await signedFrame(facts.external_url, ctx.session.sub, ctx) : null }
        : null,
    options: {
      navigationPanel: facts.navigation_panel,
      sideFilter: facts.side_filter,
      hiddenPages: facts.hidden_pages,
      visualHeaders: facts.visual_headers,
      mobileBackground: facts.mobile_background,
      orientation: facts.orientation,
      showLastUpdate: facts.data_shown,
      tenantColors: facts.tenant_colors,
      showName: settings.show_name_report,
      resolution: facts.resolution,
      saveFilter: settings.save_filter,
    },
    maintenance: facts.window_until
      ? { title: facts.window_title ?? '', text: facts.window_text ?? '', until: toIso(facts.window_until) }
      : null,
    announced: getAnnounced(facts),
    prevented,
    watermark: isWatermarked(isOn(settings.enable_watermark), facts.watermark)
      ? {
          ...watermarkLook(facts.settings),
          who: seenBy({ email: facts.person_email, name: facts.person_name, unit: ctx.tenant.name, ip: ctx.address }, facts.actor_name),
          serverNow: new Date(ctx.clock.now()).toISOString(),
        }
      : null,
    opening: prevented ? null : presentOpening(opened),
    tellsWhenFresh: waiting.length > 0,
  };
});

export const checkReport = bind(reportExists, async ({ reportId }, ctx) => {
  const [result] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => [reportFacts(db, ctx, reportId)]);
  return { exists: result.rows.length === 1 };
});
