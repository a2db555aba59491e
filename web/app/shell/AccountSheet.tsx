import { Drawer } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n.ts';
import { useStartFocus } from '../../ui/use-start-focus.ts';
import { usePathname } from '../address/address.ts';
import { AccountPanel } from './AccountPanel.tsx';
import { MenuLink } from './MenuLink.tsx';
import { menuIcons } from './menu-icons.ts';
import { useShellMenu } from './use-shell.ts';

/** "Conta" on a phone: the user, and the managing side, which has no room in the bar. */
export function AccountSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { menu, bothSides, current } = useShellMenu();
  const path = usePathname();
  const openedAt = useRef(path);
  const attach = useStartFocus(useRef<HTMLElement>(null));
  // Following a link of the sheet closes it.
  useEffect(() => {
    if (openedAt.current === path) return;
    openedAt.current = path;
    onClose();
  }, [path, onClose]);
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="bottom" size="auto">
      <Drawer.Overlay backgroundOpacity={1} />
      <Drawer.Content ref={attach} className="sheet" aria-label={t('shell.account')}>
        <AccountPanel onDone={onClose} keys={false} />
        {bothSides && (
          <section aria-labelledby="sheet-manage">
            <h2 id="sheet-manage" className="menu-heading">
              {t('shell.mode.manage')}
            </h2>
            <ul className="plain-list">
              {menu.manage.flatMap((section) =>
                section.entries.map((entry) => (
                  <li key={entry.href}>
                    <MenuLink
                      href={entry.href}
                      label={t(`shell.entry.${entry.name}`)}
                      icon={menuIcons[entry.icon]}
                      current={current?.href === entry.href}
                      rail={false}
                    />
                  </li>
                )),
              )}
            </ul>
          </section>
        )}
      </Drawer.Content>
    </Drawer.Root>
  );
}
