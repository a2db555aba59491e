import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { closedToVisits, getScreens } from '../../../domain/access/screens.ts';
import { useTranslation } from '../../i18n.ts';
import type { Crumb } from '../address/breadcrumb.ts';
import { menuQuery } from '../data/queries.ts';
import { useConfig } from '../data/use-config.ts';
import { acting } from '../session/acting.ts';
import { useWho, type Who } from '../session/session.ts';
import { changeFrame, useFrame } from './frame.ts';
import { currentEntry, getMode, hasBothSides, type Menu, type MenuEntry, type Mode, menuFor } from './menu.ts';

export type ShellMenu = { menu: Menu; mode: Mode; bothSides: boolean; current: MenuEntry | null };

const emptyMenu: Menu = { view: [], manage: [] };
const nothingHidden: readonly string[] = [];

/** What search finds for this user; users and administration pages only where the user has access to them. */
export function useSearchLabel(): 'shell.search' | 'shell.search.manage' {
  const who = useWho();
  return who && can(who, 'settings.read') ? 'shell.search.manage' : 'shell.search';
}

export const useHiddenMenu = (): readonly string[] => useConfig().hidden_menu ?? nothingHidden;

/** The user's menu and the side it shows: by the address where it belongs to one side, else the current side. */
export function useShellMenu(): ShellMenu {
  const who = useWho();
  const hidden = useHiddenMenu();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const search = useRouterState({ select: (state) => state.location.searchStr });
  const { mode: remembered } = useFrame();
  const visiting = useIsGuest();
  const menu = useMemo(() => (who ? menuFor(who, visiting ? [...hidden, ...closedToVisits] : hidden) : emptyMenu), [who, hidden, visiting]);
  const bothSides = hasBothSides(menu);
  const here = getMode(menu, path, search);
  const only: Mode = menu.view.length > 0 ? 'view' : 'manage';
  const mode = bothSides ? (here ?? remembered) : only;
  // Opening a managed route switches the side, and the last side is remembered for the next visit.
  useEffect(() => {
    if (bothSides && here && here !== remembered) changeFrame({ mode: here });
  }, [bothSides, here, remembered]);
  return { menu, mode, bothSides, current: currentEntry(menu, mode, path, search) };
}

/** Of a page that both sides have: the first item of its breadcrumb while managing. */
export function useManageCrumb(): Crumb[] {
  const { t } = useTranslation();
  const { mode, bothSides } = useShellMenu();
  return bothSides && mode === 'manage' ? [{ label: t('shell.mode.manage') }] : [];
}

/** Whether this user has group pages at all. */
export const hasGroups = (who: Who | null, hidden: readonly string[]): boolean =>
  who !== null && getScreens(who.profile, hidden).some((screen) => screen.path === '/reports');

/** The tree of groups, if the configuration allows it (show_menu_report). */
export function useGroupTree() {
  const who = useWho();
  const { show_menu_report, hidden_menu = nothingHidden } = useConfig();
  const wanted = hasGroups(who, hidden_menu) && show_menu_report !== 'N';
  // No suspense: the tree fills in beside the page.
  return useQuery({ ...menuQuery, enabled: wanted }).data;
}

/** Whether this user has another unit to switch to, or units to enter. */
export const useCanChangeCompany = (): boolean => {
  const { companies, partner_access_remote: access, prove_account: prove } = useConfig();
  return prove === true || (companies?.length ?? 0) > 1 || access?.is_partner_with_admin_company === true;
};

/** Whether this session is a partner's visit (BEHAVIOUR 13). */
export const useIsVisiting = (): boolean => {
  const { partner_access_remote: access } = useConfig();
  return access?.is_partner_admin === true || access?.is_partner_user === true;
};

/** Whether this tab's session is not the user's own: a partner's visit or an act-as session. */
export const useIsGuest = (): boolean => useIsVisiting() || acting() !== null;
