import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconEyeShare } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { type Tab, Tabs } from '../../ui/Tabs.tsx';
import { PartnerAccess } from '../partner-access/index.ts';
import { asking } from './asking.ts';
import { ConsentPanel } from './ConsentPanel.tsx';
import { remoteListQuery } from './queries.ts';
import { RemoteList } from './RemoteList.tsx';
import './remote.css';

type TabId = 'requests' | 'history' | 'entered' | 'asked' | 'consent' | 'partner';

/** Requests, consents and past visits: of the unit for its administrators, of their own account for everyone else (BEHAVIOUR 16). */
export function RemoteAuthorizationPage() {
  const { t } = useTranslation();
  const who = useWho();
  const { tab: asked } = useSearchValues();
  const setSearch = useSetSearch();
  useBreadcrumb([{ label: t('remote.title') }]);
  const decides = who !== null && can(who, 'remote.decide');
  const asks = who !== null && can(who, 'remote.ask');
  const whose = decides ? 'unit' : 'mine';
  const client = useQueryClient();
  const { data } = useQuery(remoteListQuery({ whose, view: 'open', size: 1 }, { isBeat: true }));
  const open = data?.counts.open ?? 0;
  // A list without open requests doesn't poll, so it refetches when their number changes here.
  useEffect(() => {
    if (open > 0) void client.invalidateQueries({ queryKey: ['remote', 'list'] });
  }, [open, client]);
  // Administrators' accounts cannot be visited, so they have no visitors to list and no permission to give.
  const tabs: Tab<TabId>[] = [
    { id: 'requests', label: t('remote.tab.requests'), ...(open > 0 ? { count: open, alert: true } : {}) },
    ...(decides
      ? [{ id: 'history' as const, label: t('remote.tab.history') }]
      : [{ id: 'entered' as const, label: t('remote.tab.entered') }]),
    ...(asks ? [{ id: 'asked' as const, label: t('remote.tab.asked') }] : []),
    ...(decides ? [{ id: 'partner' as const, label: t('switch.tab') }] : [{ id: 'consent' as const, label: t('remote.tab.consent') }]),
  ];
  const tab = tabs.find(({ id }) => id === asked)?.id ?? 'requests';
  return (
    <div className="page">
      <PageHeader
        title={t('remote.title')}
        text={t(decides ? 'remote.lead.unit' : 'remote.lead.mine')}
        actions={
          asks && (
            <Button kind="primary" icon={IconEyeShare} onClick={() => asking.open('choose')}>
              {t('remote.request.new')}
            </Button>
          )
        }
      />
      <Tabs
        label={t('remote.title')}
        tabs={tabs}
        value={tab}
        onChange={(id) =>
          setSearch({ tab: id === 'requests' ? null : id, id: null, page: null, search: null, kind: null, sort: null, saved: null })
        }
      >
        {tab === 'requests' && <RemoteList key="open" whose={whose} view="open" />}
        {tab === 'history' && <RemoteList key="past" whose="unit" view="past" />}
        {tab === 'entered' && <RemoteList key="mine" whose="mine" view="past" />}
        {tab === 'asked' && <RemoteList key="asked" whose="asked" view="all" />}
        {tab === 'consent' && <ConsentPanel />}
        {tab === 'partner' && <PartnerAccess />}
      </Tabs>
    </div>
  );
}
