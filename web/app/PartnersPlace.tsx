import { lazy, Suspense } from 'react';
import { Tabs } from '../ui/Tabs.tsx';
import { useSearchValues, useSetSearch } from './address.ts';
import { useTranslation } from './i18n.ts';
import { PagePending } from './shell/InsidePages.tsx';

const Partners = lazy(() => import('../features/partners/PartnersPage.tsx').then((module) => ({ default: module.PartnersPage })));
const UsersPlace = lazy(() => import('./UsersPlace.tsx').then((module) => ({ default: module.UsersPlace })));

/** `/partners`: the partners, and the platform's own people as an area of it (BEHAVIOUR 17). */
export function PartnersPlace() {
  const { t } = useTranslation();
  const values = useSearchValues();
  const change = useSetSearch();
  const area = values.area === 'users' ? 'users' : 'partners';
  const none = Object.fromEntries(Object.keys(values).map((name) => [name, undefined]));
  return (
    <div className="management-place">
      <Tabs
        label={t('partners.areas')}
        tabs={[
          { id: 'partners', label: t('partners.title') },
          { id: 'users', label: t('users.title') },
        ]}
        value={area}
        onChange={(next) => change({ ...none, area: next === 'users' ? next : undefined })}
      >
        <Suspense fallback={<PagePending />}>{area === 'users' ? <UsersPlace /> : <Partners />}</Suspense>
      </Tabs>
    </div>
  );
}
