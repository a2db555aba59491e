import { getHome } from '../../../domain/access/screens.ts';
import { useTranslation } from '../../i18n.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconFolders, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch, IconSelector } from '../../ui/icons.ts';
import { Mark } from '../../ui/Mark.tsx';
import { UiLink } from '../../ui/UiLink.tsx';
import { useTheme } from '../../ui/UiProvider.tsx';
import { usePathname } from '../address/address.ts';
import { useConfig } from '../data/use-config.ts';
import { useWho } from '../session/session.ts';
import { AccountButton } from './AccountButton.tsx';
import { GroupTree } from './GroupTree.tsx';
import { MenuLink } from './MenuLink.tsx';
import { ModeSwitch } from './ModeSwitch.tsx';
import { allGroupsAddress, type MenuEntry } from './menu.ts';
import { menuIcons } from './menu-icons.ts';
import { companySwitcher, palette } from './overlays.ts';
import { hasGroups, useCanChangeCompany, useGroupTree, useHiddenMenu, useSearchLabel, useShellMenu } from './use-shell.ts';
import './side-menu.css';

type Props = { rail: boolean; onToggle: () => void };

/** The left menu: expanded with labels and the group tree, or a rail of icons. */
export function SideMenu({ rail, onToggle }: Props) {
  const { t } = useTranslation();
  const theme = useTheme();
  const who = useWho();
  const searchLabel = useSearchLabel();
  const { menu, mode, bothSides, current } = useShellMenu();
  const tree = useGroupTree();
  const hidden = useHiddenMenu();
  const path = usePathname();
  const groups = hasGroups(who, hidden);
  const manyCompanies = useCanChangeCompany();
  const viewing = mode === 'view';
  const { waiting_requests: waiting } = useConfig();
  const getCount = ({ name }: MenuEntry) =>
    name === 'favorites' ? tree?.favorites : name === 'allReports' ? tree?.total : (name === 'catalogs' && waiting) || undefined;
  return (
    <nav className={rail ? 'side side-rail' : 'side'} aria-label={t('shell.menu')}>
      <div className="side-house">
        <UiLink
          href={who ? getHome(who.profile) : '/'}
          className="side-brand"
          aria-label={t('shell.homeOf', { name: theme.name })}
          {...(rail ? { 'data-tip': theme.name } : {})}
        >
          <Mark size={rail ? 32 : 30} />
          {!rail && <span className="side-name">{theme.name}</span>}
        </UiLink>
        {manyCompanies && (
          <IconButton icon={IconSelector} label={t('companies.change')} className="side-companies" onClick={companySwitcher.open} />
        )}
      </div>
      {!rail && bothSides && <ModeSwitch menu={menu} mode={mode} />}
      <div className="side-scroll">
        {menu[mode].map((section) => (
          <div key={section.name ?? 'first'}>
            {section.name && !rail && menu[mode].length > 1 && <h2 className="menu-heading">{t(`shell.section.${section.name}`)}</h2>}
            <ul className="plain-list">
              {section.entries.map((entry) => (
                <li key={entry.href}>
                  <MenuLink
                    href={entry.href}
                    label={t(`shell.entry.${entry.name}`)}
                    icon={menuIcons[entry.icon]}
                    current={current?.href === entry.href}
                    rail={rail}
                    count={getCount(entry)}
                    countLabel={t(entry.name === 'catalogs' ? 'shell.requestCount' : 'shell.reportCount', { count: getCount(entry) ?? 0 })}
                  />
                </li>
              ))}
              {viewing && groups && (rail || !tree) && (
                <li>
                  <MenuLink
                    href={allGroupsAddress}
                    label={t('shell.groups')}
                    icon={IconFolders}
                    current={path === '/reports' || path.includes('/reports/')}
                    rail={rail}
                  />
                </li>
              )}
            </ul>
          </div>
        ))}
        {viewing && !rail && tree && tree.groups.length > 0 && <GroupTree groups={tree.groups} />}
        {rail && <IconButton icon={IconSearch} label={t(searchLabel)} className="side-find" onClick={palette.open} />}
      </div>
      <div className="side-foot">
        {rail && <IconButton icon={IconLayoutSidebarLeftExpand} label={t('shell.openMenu')} onClick={onToggle} />}
        <AccountButton rail={rail} />
        {!rail && <IconButton icon={IconLayoutSidebarLeftCollapse} label={t('shell.closeMenu')} onClick={onToggle} className="side-fold" />}
      </div>
    </nav>
  );
}
