import type { ReactNode } from 'react';
import { useGo } from '../../app/address/address.ts';
import { useConfig } from '../../app/data/use-config.ts';
import { useTranslation } from '../../i18n.ts';
import { Tabs } from '../../ui/Tabs.tsx';

const addresses = { accounts: '/powerbi', workspaces: '/powerbi/workspace' } as const;
const screens = { accounts: 'powerbi', workspaces: 'powerbi/workspace' } as const;
type Place = keyof typeof addresses;

/** Accounts and workspaces as two tabs with their own addresses; tabs in hidden_menu are left out. */
export function BiAccountTabs({ value, children }: { value: Place; children: ReactNode }) {
  const { t } = useTranslation();
  const go = useGo();
  const hidden = useConfig().hidden_menu ?? [];
  const places = (['accounts', 'workspaces'] as const).filter((place) => place === value || !hidden.includes(screens[place]));
  return (
    <Tabs
      label={t('service.tabs')}
      tabs={places.map((place) => ({ id: place, label: t(`service.tab.${place}`) }))}
      value={value}
      onChange={(place: Place) => go(addresses[place])}
    >
      {children}
    </Tabs>
  );
}
