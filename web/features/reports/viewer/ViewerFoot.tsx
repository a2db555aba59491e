import type { ReportCard, ReportView } from '../../../../domain/reports/contract.ts';
import type { ViewerPart } from '../../../app/parts/viewer-parts.ts';
import { useTranslation } from '../../../i18n.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { IconMinimize } from '../../../ui/icons.ts';
import { getResolution } from '../layer/embed-settings.ts';
import type { ReportPage } from '../layer/page-tabs.ts';
import { DataTime } from './DataTime.tsx';
import { FitControl } from './FitControl.tsx';
import { PageTabs } from './PageTabs.tsx';
import { partsIn } from './parts.ts';

type Props = {
  report: ReportCard;
  options: ReportView['options'] | undefined;
  tabs: readonly ReportPage[];
  ready: boolean;
  parts: readonly ViewerPart[];
  full: boolean;
  onFull: () => void;
};

/** The viewer's foot: pages, age of the data, zoom. In full screen it hides at the lower edge. */
export function ViewerFoot({ report, options, tabs, ready, full, onFull }: Props) {
  const { t } = useTranslation();
  const drawnFor = getResolution(options?.resolution);
  return (
    <section className="viewer-foot" aria-label={t('reports.viewer.foot')}>
      <PageTabs tabs={tabs} phone={false} />
      <div className="viewer-foot-right">
        {(options?.showLastUpdate ?? true) && <DataTime report={report} />}
        {drawnFor && <span className="viewer-drawn-for muted num">{t('views.drawnFor', drawnFor)}</span>}
        {ready && <FitControl />}
        {full && <IconButton icon={IconMinimize} label={t('reports.viewer.leaveFull')} onClick={onFull} />}
      </div>
    </section>
  );
}

/** The foot on a phone: age of the data and page position, then the actions, within reach of the thumb. */
export function PhoneFoot({ report, options, tabs, ready, parts, full, onFull }: Props) {
  const { t } = useTranslation();
  const at = tabs.findIndex((page) => page.active) + 1;
  return (
    <section className="viewer-foot viewer-foot-phone" aria-label={t('reports.viewer.foot')}>
      <div className="viewer-foot-facts">
        {(options?.showLastUpdate ?? true) && <DataTime report={report} />}
        {tabs.length > 1 && at > 0 && (
          <span className="push num viewer-count">{t('reports.viewer.pageOf', { page: at, pages: tabs.length })}</span>
        )}
      </div>
      {ready && (
        <div className="viewer-foot-actions">
          {partsIn(parts, 'foot', { phone: true, narrow: true }).map(({ action, panel }) => (
            <button
              key={action.id}
              type="button"
              aria-pressed={action.pressed}
              aria-haspopup={panel ? 'dialog' : undefined}
              onClick={action.run}
            >
              <action.icon size={22} stroke={1.7} aria-hidden="true" />
              {action.foot}
            </button>
          ))}
          {full && (
            <button type="button" onClick={onFull}>
              <IconMinimize size={22} stroke={1.7} aria-hidden="true" />
              {t('reports.viewer.leaveFull')}
            </button>
          )}
        </div>
      )}
    </section>
  );
}
