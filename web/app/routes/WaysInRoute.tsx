import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useTranslation, withTexts } from '../../i18n.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useSearchValues, useSetSearch } from '../address/address.ts';
import { useBreadcrumb } from '../address/breadcrumb.ts';
import { ApiError } from '../data/api-error.ts';
import { configQuery } from '../data/queries.ts';
import { ClosedToVisits, PagePending } from '../shell/InsidePages.tsx';
import { useIsGuest } from '../shell/use-shell.ts';

const areas = [
  {
    id: 'saml',
    label: 'saml.area',
    text: 'saml.text',
    Area: lazy(() => import('../../features/saml/index.ts').then((module): { default: ComponentType } => ({ default: module.SamlArea }))),
  },
  {
    id: 'scim',
    label: 'scim.area',
    text: 'scim.text',
    Area: lazy(() => import('../../features/scim/index.ts').then((module): { default: ComponentType } => ({ default: module.ScimArea }))),
  },
  {
    id: 'entra',
    label: 'signOn.area.entra',
    text: 'signOn.text',
    Area: lazy(() =>
      withTexts(['manage'], () => import('../../features/entra/EntraArea.tsx')).then((module): { default: ComponentType } => ({
        default: module.EntraArea,
      })),
    ),
  },
  {
    id: 'reach',
    label: 'ways.area',
    text: 'ways.text',
    Area: lazy(() =>
      import('../../features/ways-in/index.ts').then((module): { default: ComponentType } => ({ default: module.WaysArea })),
    ),
  },
] as const;

/** When the layer above has just removed the sign-in methods, reloads the configuration so that this page and its menu entry disappear. */
function useKeptAbove(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        const refused = event.type === 'updated' && event.action.type === 'error' ? event.action.error : null;
        if (refused instanceof ApiError && refused.status === 'function_disabled')
          void client.invalidateQueries({ queryKey: configQuery().queryKey });
      }),
    [client],
  );
}

/** `/azure/saml`: the tenant's sign-in methods (BEHAVIOUR 16), one area each; the first one unless the address names another. */
export function WaysInRoute() {
  const { t } = useTranslation();
  const values = useSearchValues();
  const change = useSetSearch();
  // The design's address of an area is `?tab=`.
  const chosen = areas.find((each) => each.id === (values.area ?? values.tab)) ?? areas[0];
  const none = Object.fromEntries(Object.keys(values).map((name) => [name, undefined]));
  const title = t('shell.entry.singleSignOn');
  useBreadcrumb([{ label: t('shell.mode.manage') }, { label: title }]);
  useKeptAbove();
  const guest = useIsGuest();
  if (guest) return <ClosedToVisits title={t('ways.guest.title')} text={t('ways.guest.text')} />;
  return (
    <div className="page">
      <PageHeader title={title} text={t(chosen.text)} />
      {areas.length > 1 ? (
        <Tabs
          label={title}
          tabs={areas.map(({ id, label }) => ({ id, label: t(label) }))}
          value={chosen.id}
          onChange={(area) => change({ ...none, area })}
        >
          <Suspense fallback={<PagePending />}>
            <chosen.Area />
          </Suspense>
        </Tabs>
      ) : (
        <Suspense fallback={<PagePending />}>
          <chosen.Area />
        </Suspense>
      )}
    </div>
  );
}
