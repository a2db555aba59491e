import { can } from '../../../domain/access/permissions.ts';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useWho } from '../../app/session/session.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTranslation } from '../../i18n.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { FailedJobs } from '../jobs/index.ts';
import { TenantsUsage } from './TenantsUsage.tsx';

/** `/analyze` for partners and the platform: usage of the tenants below, and for the platform's operators the failed jobs. */
export function AnalyzePage() {
  const { t } = useTranslation();
  const who = useWho();
  const values = useSearchValues();
  const change = useSetSearch();
  const mayManage = who !== null && can(who, 'jobs.manage');
  const tab = mayManage && values.tab === 'jobs' ? 'jobs' : 'usage';
  const title = t('usage.analyze.title');
  useBreadcrumb([{ label: t('usage.crumb') }, { label: title }]);
  if (!mayManage)
    return (
      <div className="page">
        <PageHeader title={title} text={t('usage.analyze.text')} />
        <TenantsUsage />
      </div>
    );
  return (
    <div className="page">
      <PageHeader title={title} text={t(tab === 'jobs' ? 'jobs.lead' : 'usage.analyze.text')} />
      <Tabs
        label={title}
        tabs={[
          { id: 'usage', label: t('usage.tab') },
          { id: 'jobs', label: t('jobs.caption') },
        ]}
        value={tab}
        onChange={(next) =>
          change({ tab: next === 'jobs' ? next : undefined, search: undefined, sort: undefined, page: undefined, saved: undefined })
        }
      >
        {tab === 'jobs' ? (
          <Part>
            <FailedJobs />
          </Part>
        ) : (
          <TenantsUsage />
        )}
      </Tabs>
    </div>
  );
}
