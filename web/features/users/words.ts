import type { Profile, UserFlag } from '../../../domain/access/profile.ts';
import { isReachable } from '../../../domain/mail/reachable.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { Translate } from '../../i18n.ts';
import type { UserRow } from './queries.ts';

export const languages = ['pt-BR', 'pt-PT', 'es', 'en-US'] as const satisfies readonly Language[];
/** Languages by their own names, as everywhere. */
export const languageNames: Record<Language, string> = {
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português (Portugal)',
  es: 'Español',
  'en-US': 'English',
};

export const profileWord = (profile: Profile, t: Translate): string => t(`users.profile.${profile}`);
export const flagWord = (flag: UserFlag, t: Translate): string => t(`users.flag.${flag}`);

/** The position in words: what was written for "other" stands as it was written. */
export function positionWord(row: Pick<UserRow, 'position' | 'positionOther'>, t: Translate): string {
  if (!row.position) return '';
  return row.position === 'other' && row.positionOther ? row.positionOther : t(`users.position.${row.position}`);
}

/** The address of a person; of whom a directory brought without one, that there is none. */
export const addressOf = ({ email }: { email: string }, t: Translate): string => (isReachable(email) ? email : t('users.noAddress'));
