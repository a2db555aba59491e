import { lazy, Suspense } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { useTranslation } from '../../i18n.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { useSearchValues, useSetSearch } from '../address/address.ts';
import { useWho } from '../session/session.ts';
import { PagePending } from '../shell/InsidePages.tsx';
import './management-route.css';

const Reports = lazy(() =>
  import('../../features/report-management/ReportManagementPage.tsx').then((module) => ({ default: module.ReportManagementPage })),
);
const Maintenance = lazy(() =>
  import('../../features/maintenance/MaintenancePage.tsx').then((module) => ({ default: module.MaintenancePage })),
);
const Usage = lazy(() => import('../../features/usage/UsagePage.tsx').then((module) => ({ default: module.UsagePage })));

type Part = 'reports' | 'maintenance' | 'usage';

/** `/management/report` and `/report/a2m`: reports, maintenance windows and usage, chosen by `?tab=` and limited by permission. */
export function ManagementRoute() {
  const { t } = useTranslation();
  const who = useWho();
  const values = useSearchValues();
  const change = useSetSearch();
  const tabs: { id: Part; label: string }[] = [
    { id: 'reports', label: t('manage.title') },
    ...(who && can(who, 'maintenance.manage') ? [{ id: 'maintenance' as const, label: t('maintenance.title') }] : []),
    ...(who && can(who, 'usage.read') ? [{ id: 'usage' as const, label: t('usage.tab') }] : []),
  ];
  const part = tabs.find((tab) => tab.id === values.tab)?.id ?? 'reports';
  // Publishing uses the whole page, and so does a single permitted tab.
  if (values.import || tabs.length === 1) {
    return (
      <Suspense fallback={<PagePending />}>
        <Reports />
      </Suspense>
    );
  }
  const none = Object.fromEntries(Object.keys(values).map((name) => [name, undefined]));
  return (
    <div className="management-place">
      <Tabs
        label={t('manage.parts')}
        tabs={tabs}
        value={part}
        onChange={(next) => change({ ...none, tab: next === 'reports' ? undefined : next })}
      >
        <Suspense fallback={<PagePending />}>
          {part === 'maintenance' ? <Maintenance /> : part === 'usage' ? <Usage /> : <Reports />}
        </Suspense>
      </Tabs>
    </div>
  );
}
