import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readReport, reportExists } from '../../../domain/reports/contract.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { signedFrame } from '../storage/index.ts';
import { presentCard } from './card.ts';
import { announcedOf, preventedBy, type ReportFacts, reportFacts } from './facts.ts';

/** One report with what its viewer needs; absent, foreign and forbidden look the same. */
export const readOneReport = bind(readReport, async ({ id }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [reportFacts(db, ctx, id)]);
  const [facts] = rowsOf<ReportFacts>(result);
  if (!facts) throw new AppError('not_found');
  const settings = mergeSettings(facts.settings);
  const prevented = preventedBy(facts, ctx);
  return {
    ...presentCard(facts, ctx.clock.now()),
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
      showLastUpdate: facts.show_last_update && settings.mostrar_ultima_atualizacao_relatorio,
      tenantColors: facts.tenant_colors,
      showName: settings.show_name_report,
    },
    maintenance: facts.window_until
      ? { title: facts.window_title ?? '', text: facts.window_text ?? '', until: new Date(facts.window_until).toISOString() }
      : null,
    announced: announcedOf(facts),
    prevented,
  };
});

export const checkReport = bind(reportExists, async ({ reportId }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [reportFacts(db, ctx, reportId)]);
  return { exists: rowsOf<ReportFacts>(result).length === 1 };
});
