import { lazy, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { type Icon, IconFolders, IconSearch, IconUser } from '../../ui/icons.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { usePathname } from '../address/address.ts';
import { useWho } from '../session/session.ts';
import { useUnread } from './Bell.tsx';
import { allGroupsAddress, type Menu } from './menu.ts';
import { menuIcons } from './menu-icons.ts';
import { palette } from './overlays.ts';
import { Part } from './Part.tsx';
import { hasGroups, useHiddenMenu, useShellMenu } from './use-shell.ts';
import './bottom-bar.css';

const AccountSheet = lazy(() => import('./AccountSheet.tsx').then((module) => ({ default: module.AccountSheet })));

const entriesInBar = 2;

function BarLink({ href, icon: Glyph, label, current }: { href: string; icon: Icon; label: string; current: boolean }) {
  return (
    <li>
      <UiLink href={href} className="bar-item" aria-current={current ? 'page' : undefined}>
        <Glyph size={22} stroke={1.75} aria-hidden="true" />
        <span>{label}</span>
      </UiLink>
    </li>
  );
}

type BarButtonProps = { icon: Icon; label: string; dot?: boolean; onClick: () => void };

function BarButton({ icon: Glyph, label, dot, onClick }: BarButtonProps) {
  return (
    <li>
      <button type="button" className="bar-item" aria-haspopup="dialog" onClick={onClick}>
        <Glyph size={22} stroke={1.75} aria-hidden="true" />
        <span>{label}</span>
        {dot && <i className="bar-dot" aria-hidden="true" />}
      </button>
    </li>
  );
}

/** The first two entries: home and favourites, or the first two of the managing side for users who only manage. */
const firstEntries = (menu: Menu) =>
  [...menu.view, ...(menu.view.length > 0 ? [] : menu.manage)].flatMap((section) => section.entries).slice(0, entriesInBar);

/** The menu on a phone, within reach of the thumb. */
export function BottomBar() {
  const { t } = useTranslation();
  const who = useWho();
  const hidden = useHiddenMenu();
  const path = usePathname();
  const { menu, mode, current } = useShellMenu();
  const unread = useUnread();
  const [account, setAccount] = useState<'never' | 'open' | 'closed'>('never');
  const inGroups = mode === 'view' && (path === '/reports' || /^\/[^/]+\/reports$/.test(path)) && current === null;
  return (
    <nav className="bar" aria-label={t('shell.menu')}>
      <ul className="plain-list">
        {firstEntries(menu).map((entry) => (
          <BarLink
            key={entry.href}
            href={entry.href}
            icon={menuIcons[entry.icon]}
            label={t(`shell.entry.${entry.name}`)}
            current={current?.href === entry.href}
          />
        ))}
        <BarButton icon={IconSearch} label={t('shell.search.short')} onClick={palette.open} />
        {hasGroups(who, hidden) && <BarLink href={allGroupsAddress} icon={IconFolders} label={t('shell.groups')} current={inGroups} />}
        <BarButton icon={IconUser} label={t('shell.account.short')} dot={Boolean(unread)} onClick={() => setAccount('open')} />
      </ul>
      {account !== 'never' && (
        <Part>
          <AccountSheet opened={account === 'open'} onClose={() => setAccount('closed')} />
        </Part>
      )}
    </nav>
  );
}
