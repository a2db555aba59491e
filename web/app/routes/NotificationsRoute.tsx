import { Suspense } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { useTranslation } from '../../i18n.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { useSearchValues, useSetSearch } from '../address/address.ts';
import { useWho } from '../session/session.ts';
import { PagePending } from '../shell/InsidePages.tsx';
import { useIsVisiting } from '../shell/use-shell.ts';
import { tabs } from './notification-tabs.ts';
import './notifications-route.css';

/** `/notifications`: the inbox, and for those who write to others a tab for each thing they write, chosen by `?tab=`. */
export function NotificationsRoute() {
  const { t } = useTranslation();
  const who = useWho();
  const values = useSearchValues();
  const change = useSetSearch();
  const isVisiting = useIsVisiting();
  const [inbox, ...others] = tabs.filter(({ needs, closedToVisits }) => who !== null && can(who, needs) && !(closedToVisits && isVisiting));
  const chosen = others.find(({ id }) => id === values.tab) ?? inbox;
  if (!inbox || !chosen) return null;
  const panel = (
    <Suspense fallback={<PagePending />}>
      <chosen.Panel />
    </Suspense>
  );
  if (others.length === 0) return panel;
  const none = Object.fromEntries(Object.keys(values).map((name) => [name, undefined]));
  return (
    <div className="notifications-place" data-tab={chosen.id}>
      <Tabs
        label={t('inbox.tabs')}
        tabs={[inbox, ...others].map(({ id, label }) => ({ id, label: t(label) }))}
        value={chosen.id}
        onChange={(next) => change({ ...none, tab: next === inbox.id ? undefined : next })}
      >
        {panel}
      </Tabs>
    </div>
  );
}
