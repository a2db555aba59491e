import { can } from './permissions.ts';
import type { Profile } from './profile.ts';
import { screens } from './screens.ts';

type Caller = { profile: Profile; flags: readonly string[]; hidden: readonly string[] };

/**
 * Whether hidden_menu closes a call. Only the screens of the caller count: a call isn't kept open by a screen of another profile, or by one
 * that needs a permission the caller lacks (BEHAVIOUR 11).
 */
export function isHiddenCall(names: readonly string[], { profile, flags, hidden }: Caller): boolean {
  const own = names.filter((name) =>
    screens.some(
      (screen) => screen.name === name && screen.pages[profile] !== undefined && (!screen.needs || can({ profile, flags }, screen.needs)),
    ),
  );
  return names.length > 0 && (own.length > 0 ? own : names).every((name) => hidden.includes(name));
}
