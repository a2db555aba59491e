import {
  type Icon,
  IconFolders,
  IconHeartHandshake,
  IconHome,
  IconReportAnalytics,
  IconSearch,
  IconStar,
  IconUser,
} from '@tabler/icons-react';
import { lazy, useState } from 'react';
import { UiLink } from '../../ui/UiLink.tsx';
import { usePathname, useSearchValues } from '../address.ts';
import { useTranslation } from '../i18n.ts';
import { palette } from '../overlays.ts';
import { useWho } from '../session.ts';
import { allGroupsAddress } from './menu.ts';
import { Part } from './Part.tsx';
import { hasGroups, useHiddenMenu } from './use-shell.ts';
import './bottom-bar.css';

const AccountSheet = lazy(() => import('./AccountSheet.tsx').then((module) => ({ default: module.AccountSheet })));

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

function BarButton({ icon: Glyph, label, onClick }: { icon: Icon; label: string; onClick: () => void }) {
  return (
    <li>
      <button type="button" className="bar-item" aria-haspopup="dialog" onClick={onClick}>
        <Glyph size={22} stroke={1.75} aria-hidden="true" />
        <span>{label}</span>
      </button>
    </li>
  );
}

/** The menu of a phone, at the thumb. */
export function BottomBar() {
  const { t } = useTranslation();
  const who = useWho();
  const hidden = useHiddenMenu();
  const path = usePathname();
  const { favorites } = useSearchValues();
  const [account, setAccount] = useState<'never' | 'open' | 'closed'>('never');
  if (!who) return null;
  const platform = who.profile === 'a2m';
  const list = path === '/all/reports';
  return (
    <nav className="bar" aria-label={t('shell.menu')}>
      <ul className="plain-list">
        {platform ? (
          <>
            <BarLink href="/partners" icon={IconHeartHandshake} label={t('shell.entry.partners')} current={path === '/partners'} />
            <BarLink href="/report/a2m" icon={IconReportAnalytics} label={t('shell.entry.reports')} current={path === '/report/a2m'} />
          </>
        ) : (
          <>
            <BarLink href="/" icon={IconHome} label={t('shell.entry.home')} current={path === '/'} />
            {!hidden.includes('all/reports') && (
              <BarLink
                href="/all/reports?favorites=1"
                icon={IconStar}
                label={t('shell.entry.favorites')}
                current={list && favorites === '1'}
              />
            )}
          </>
        )}
        <BarButton icon={IconSearch} label={t('shell.search.short')} onClick={palette.open} />
        {hasGroups(who, hidden) && (
          <BarLink
            href={allGroupsAddress}
            icon={IconFolders}
            label={t('shell.groups')}
            current={path === '/reports' || /^\/[^/]+\/reports$/.test(path)}
          />
        )}
        <BarButton icon={IconUser} label={t('shell.account.short')} onClick={() => setAccount('open')} />
      </ul>
      {account !== 'never' && (
        <Part>
          <AccountSheet opened={account === 'open'} onClose={() => setAccount('closed')} />
        </Part>
      )}
    </nav>
  );
}
