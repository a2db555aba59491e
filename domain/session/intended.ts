import type { Profile } from '../access/profile.ts';
import { getHome, landingAt } from '../access/screens.ts';
import { isOn } from '../contract/flag.ts';
import type { SettingsForm } from '../settings/contract.ts';

/** Returns an address if it is a path of this origin, else null: no scheme, no `//`, no `/\`, no control characters. */
export function ownPath(address: string | null | undefined): string | null {
  if (!address || address.length > 2000 || !address.startsWith('/') || /^\/[/\\]/.test(address)) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what browsers strip before they parse an address
  if (/[\u0000-\u001f\u007f\\]/.test(address)) return null;
  return address;
}

/** Where sign-in lands (BEHAVIOUR 16, home_page): the chosen report or screen if it is available and reachable, else the profile's home. */
export function intendedPath(
  who: { profile: Profile; flags: readonly string[] },
  settings: SettingsForm,
  hiddenMenu: readonly string[],
): string {
  const home = getHome(who.profile);
  if (!isOn(settings.enable)) return home;
  const wanted = settings.relatorio_id ? `/${settings.relatorio_id}/reports/view` : ownPath(settings.home_page);
  if (!wanted) return home;
  return landingAt(wanted.split(/[?#]/)[0] ?? '', who, hiddenMenu).kind === 'page' ? wanted : home;
}
