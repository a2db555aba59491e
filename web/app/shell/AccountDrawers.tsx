import { lazy, useState } from 'react';
import { useTranslation, withTexts } from '../../i18n.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { useSearchValues, useSetSearch } from '../address/address.ts';
import { AppearanceFields } from './AppearanceFields.tsx';
import { useWidth } from './media.ts';
import { Part } from './Part.tsx';

const drawers = {
  profile: lazy(() =>
    withTexts(['manage'], () => import('../../features/own-profile/ProfileDrawer.tsx')).then((module) => ({
      default: module.ProfileDrawer,
    })),
  ),
  security: lazy(() =>
    withTexts(['personal'], () => import('../../features/accounts/SecurityDrawer.tsx')).then((module) => ({
      default: module.SecurityDrawer,
    })),
  ),
  sessions: lazy(() =>
    withTexts(['operate'], () => import('../../features/sign-in-log/SessionsDrawer.tsx')).then((module) => ({
      default: module.SessionsDrawer,
    })),
  ),
  access: lazy(() => import('../../features/remote-access/AccessDrawer.tsx').then((module) => ({ default: module.AccessDrawer }))),
  appearance: AppearanceDrawer,
} as const;
type Name = keyof typeof drawers;
const isName = (name: string | undefined): name is Name => name !== undefined && Object.hasOwn(drawers, name);

/** `?account=` over any page. A drawer that was opened stays mounted, with its state and the way it closes. */
export function AccountDrawers() {
  const { account } = useSearchValues();
  const [known, setKnown] = useState<readonly Name[]>([]);
  if (isName(account) && !known.includes(account)) setKnown([...known, account]);
  return known.map((name) => {
    const Drawer = drawers[name];
    return (
      <Part key={name}>
        <Drawer />
      </Part>
    );
  });
}

/** `?account=appearance`: what the account menu shows at once, for a link that leads to it. */
function AppearanceDrawer() {
  const { t } = useTranslation();
  const opened = useSearchValues().account === 'appearance';
  const change = useSetSearch();
  const width = useWidth();
  return (
    <FormDrawer
      opened={opened}
      title={t('shell.scheme')}
      dirty={false}
      readOnly
      onSubmit={() => Promise.resolve()}
      onClose={() => change({ account: null }, { replace: true })}
    >
      <AppearanceFields keys={width !== 'phone'} />
    </FormDrawer>
  );
}
