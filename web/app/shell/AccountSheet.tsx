import { Drawer } from '@mantine/core';
import { useTranslation } from '../i18n.ts';
import { AccountPanel } from './AccountPanel.tsx';
import { MenuLink } from './MenuLink.tsx';
import { menuIcons } from './menu-icons.ts';
import { useShellMenu } from './use-shell.ts';

/** "Conta" of a phone: the person, and the managing side, which has no room in the bar. */
export function AccountSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { menu, bothSides, current } = useShellMenu();
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="bottom" size="auto">
      <Drawer.Overlay backgroundOpacity={1} />
      <Drawer.Content className="sheet" aria-label={t('shell.account')}>
        <AccountPanel onDone={onClose} keys={false} />
        {bothSides && (
          <section aria-labelledby="sheet-manage">
            <h2 id="sheet-manage" className="menu-heading">
              {t('shell.mode.manage')}
            </h2>
            {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links inside are what is pressed; the sheet only goes away with them. */}
            <ul className="plain-list" onClick={onClose}>
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
