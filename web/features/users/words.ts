import type { Profile, UserFlag } from '../../../domain/access/profile.ts';
import { isReachable } from '../../../domain/mail/reachable.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { Translate } from '../../i18n.ts';
import type { UserRow } from './queries.ts';

export const languages = ['pt-BR', 'pt-PT', 'es', 'en-US'] as const satisfies readonly Language[];
/** Languages by their own names. */
export const languageNames: Record<Language, string> = {
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português (Portugal)',
  es: 'Español',
  'en-US': 'English',
};

export const profileWord = (profile: Profile, t: Translate): string => t(`users.profile.${profile}`);
export const flagWord = (flag: UserFlag, t: Translate): string => t(`users.flag.${flag}`);

/** The job title in words; free text entered for "other" stays as written. */
export function positionWord(row: Pick<UserRow, 'position' | 'positionOther'>, t: Translate): string {
  if (!row.position) return '';
  return row.position === 'other' && row.positionOther ? row.positionOther : t(`users.position.${row.position}`);
}

/** The e-mail address of a user; a note for users provisioned by a directory without one. */
export const getAddress = ({ email }: { email: string }, t: Translate): string => (isReachable(email) ? email : t('users.noAddress'));
