import { IconFilter, IconMaximize, IconMinimize, IconRefresh } from '@tabler/icons-react';
import type { ReportCard, ReportView } from '../../../../domain/reports/contract.ts';
import { useTranslation } from '../../../app/i18n.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import type { ReportPage } from '../layer/page-tabs.ts';
import { DataTime } from './DataTime.tsx';
import { FitControl } from './FitControl.tsx';
import { PageTabs } from './PageTabs.tsx';
import type { Tools } from './use-tools.ts';

type Props = {
  report: ReportCard;
  options: ReportView['options'] | undefined;
  tabs: readonly ReportPage[];
  tools: Tools;
  full: boolean;
  onFull: () => void;
};

/** The one foot of the viewer: pages, age of the data, size. In full screen it waits at the lower edge. */
export function ViewerFoot({ report, options, tabs, tools, full, onFull }: Props) {
  const { t } = useTranslation();
  return (
    <section className="viewer-foot" aria-label={t('reports.viewer.foot')}>
      <PageTabs tabs={tabs} phone={false} />
      <div className="viewer-foot-right">
        {(options?.showLastUpdate ?? true) && <DataTime report={report} />}
        {tools.ready && <FitControl />}
        {full && <IconButton icon={IconMinimize} label={t('reports.viewer.leaveFull')} onClick={onFull} />}
      </div>
    </section>
  );
}

/** The foot on a phone: age of the data and place among the pages, then what can be done, under the thumb. */
export function PhoneFoot({ report, options, tabs, tools, full, onFull }: Props) {
  const { t } = useTranslation();
  const at = tabs.findIndex((page) => page.active) + 1;
  return (
    <section className="viewer-foot viewer-foot-phone" aria-label={t('reports.viewer.foot')}>
      <div className="viewer-foot-facts">
        {(options?.showLastUpdate ?? true) && <DataTime report={report} />}
        {tabs.length > 1 && at > 0 && <span className="push num">{t('reports.viewer.pageOf', { page: at, pages: tabs.length })}</span>}
      </div>
      {tools.ready && (
        <div className="viewer-foot-actions">
          {options?.sideFilter && (
            <button type="button" aria-pressed={tools.filtersOpen} onClick={tools.toggleFilters}>
              <IconFilter size={22} stroke={1.7} aria-hidden="true" />
              {t('reports.viewer.filters')}
            </button>
          )}
          <button type="button" onClick={tools.refresh}>
            <IconRefresh size={22} stroke={1.7} aria-hidden="true" />
            {t('reports.viewer.refreshShort')}
          </button>
          <button type="button" onClick={onFull}>
            {full ? <IconMinimize size={22} stroke={1.7} aria-hidden="true" /> : <IconMaximize size={22} stroke={1.7} aria-hidden="true" />}
            {t(full ? 'reports.viewer.leaveFull' : 'reports.viewer.full')}
          </button>
        </div>
      )}
    </section>
  );
}
