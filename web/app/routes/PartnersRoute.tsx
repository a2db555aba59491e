import { lazy, Suspense } from 'react';
import { useTranslation, withTexts } from '../../i18n.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { useSearchValues, useSetSearch } from '../address/address.ts';
import { PagePending } from '../shell/InsidePages.tsx';

const Partners = lazy(() => import('../../features/tenants/PartnersPage.tsx').then((module) => ({ default: module.PartnersPage })));
const RegistrationForm = lazy(() =>
  withTexts(['personal'], () => import('../../features/registration/RegistrationForm.tsx')).then((module) => ({
    default: module.RegistrationForm,
  })),
);
const UsersRoute = lazy(() => withTexts(['manage'], () => import('./UsersRoute.tsx')).then((module) => ({ default: module.UsersRoute })));

/** `/partners`: partners and units, the guided form for a new one, and the platform's own users as an area (BEHAVIOUR 17). */
export function PartnersRoute() {
  const { t } = useTranslation();
  const values = useSearchValues();
  const change = useSetSearch();
  const area = values.area === 'users' ? 'users' : 'partners';
  const making = values.new === 'partner' || values.new === 'unit' ? values.new : null;
  const none = Object.fromEntries(Object.keys(values).map((name) => [name, undefined]));
  if (area === 'partners' && making)
    return (
      <Suspense fallback={<PagePending />}>
        <RegistrationForm key={making} kind={making} listHref="/partners" onLeave={() => change({ new: null, step: null })} />
      </Suspense>
    );
  if (area === 'partners' && values.id)
    return (
      <Suspense fallback={<PagePending />}>
        <Partners />
      </Suspense>
    );
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
        <Suspense fallback={<PagePending />}>{area === 'users' ? <UsersRoute /> : <Partners />}</Suspense>
      </Tabs>
    </div>
  );
}
