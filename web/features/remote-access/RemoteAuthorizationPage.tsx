import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useWho } from '../../app/session/session.ts';
import { ClosedToVisits } from '../../app/shell/InsidePages.tsx';
import { useIsGuest, useManageCrumb } from '../../app/shell/use-shell.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconEyeShare } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { type Tab, Tabs } from '../../ui/Tabs.tsx';
import { PartnerAccess } from '../partner-access/index.ts';
import { asking } from './asking.ts';
import { ConsentPanel } from './ConsentPanel.tsx';
import { getList, getTab, getTabs, type RemoteTab, remoteListQuery } from './loader.ts';
import { RemoteList } from './RemoteList.tsx';
import './remote.css';

const words = {
  requests: 'remote.tab.requests',
  history: 'remote.tab.history',
  entered: 'remote.tab.entered',
  asked: 'remote.tab.asked',
  consent: 'remote.tab.consent',
  partner: 'switch.tab',
} as const satisfies Record<RemoteTab, string>;

/** Requests, consents and past visits: of the unit for its administrators, of their own account for everyone else (BEHAVIOUR 16). */
export function RemoteAuthorizationPage() {
  const { t } = useTranslation();
  useBreadcrumb([...useManageCrumb(), { label: t('remote.title') }]);
  return useIsGuest() ? <ClosedToVisits title={t('remote.guest.title')} text={t('remote.guest.text')} /> : <OwnRequests />;
}

function OwnRequests() {
  const { t } = useTranslation();
  const who = useWho();
  const decides = who !== null && can(who, 'remote.decide');
  const { tab: asked } = useSearchValues();
  const setSearch = useSetSearch();
  const asks = who !== null && can(who, 'remote.ask');
  const whose = decides ? 'unit' : 'mine';
  const client = useQueryClient();
  // No suspense: the count on a tab.
  const { data } = useQuery(remoteListQuery({ whose, view: 'open', size: 1 }, { isBeat: true }));
  const open = data?.counts.open ?? 0;
  // A list without open requests doesn't poll, so it refetches when their number changes here.
  useEffect(() => {
    if (open > 0) void client.invalidateQueries({ queryKey: ['remote', 'list'] });
  }, [open, client]);
  const tabs = getTabs(who).map(
    (id): Tab<RemoteTab> => ({
      id,
      label: t(words[id]),
      ...(id === 'requests' && open > 0 ? { count: open, alert: true } : {}),
    }),
  );
  const tab = getTab(who, asked);
  const lists = getList(tab, who);
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
        {lists && <RemoteList key={tab} {...lists} />}
        {tab === 'consent' && <ConsentPanel />}
        {tab === 'partner' && <PartnerAccess />}
      </Tabs>
    </div>
  );
}
