import { getHome } from '../../../domain/access/screens.ts';
import { useGo } from '../address/address.ts';
import { hasInbox, notificationsAddress } from '../data/news.ts';
import { useWho } from '../session/session.ts';
import { changeFrame, frameNow } from './frame.ts';
import { getFirst } from './ModeSwitch.tsx';
import { menuOverlay, palette, shortcutSheet } from './overlays.ts';
import { useShortcut } from './shortcuts.ts';
import { type ShellMenu, useHiddenMenu } from './use-shell.ts';

function focusPageSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('#main search input');
  field?.focus();
  field?.select();
  return field !== null;
}

/** The global keyboard shortcuts of the portal. `docked`: whether the menu has its own column. */
export function useShellKeys({ menu, mode, bothSides }: ShellMenu, docked: boolean): void {
  const go = useGo();
  const who = useWho();
  const inbox = hasInbox(who, useHiddenMenu());
  const favorites = menu.view.some((section) => section.entries.some((entry) => entry.name === 'favorites'));
  useShortcut('mod+k', palette.toggle);
  useShortcut('/', () => {
    if (!focusPageSearch()) palette.open();
  });
  useShortcut('?', shortcutSheet.open);
  useShortcut('g h', () => go(who ? getHome(who.profile) : '/'));
  useShortcut('g f', () => go('/all/reports?favorites=1'), { enabled: favorites });
  useShortcut('g n', () => go(notificationsAddress), { enabled: inbox });
  useShortcut('g a', () => go(getFirst(menu, mode === 'view' ? 'manage' : 'view')), { enabled: bothSides });
  useShortcut('[', () => (docked ? changeFrame({ folded: !frameNow().folded }) : menuOverlay.toggle()));
}
