import type { Translate } from '../../i18n.ts';
import type { Given, Member } from './queries.ts';

/** The access the group gives a member, beside the switch (BEHAVIOUR 15, row 8). */
export function memberWords({ effect, given, seen, onlyHere, status }: Member, t: Translate): string {
  if (effect === 'inactive') return t(`userGroups.member.status_${status === 'B' ? 'B' : status === 'D' ? 'D' : 'I'}`);
  const words = t(`userGroups.member.${effect}`, { count: seen, given });
  return onlyHere > 0 ? `${words} ${t('userGroups.member.onlyHere', { count: onlyHere })}` : words;
}

/** The members that a report reaches, beside the switch. */
export function reportWords({ effect, members, seeing, unidentified, identity }: Given, t: Translate): string {
  const words = [t(`userGroups.report.${effect}`, { count: seeing ?? 0, members })];
  if (unidentified && unidentified > 0) words.push(t('userGroups.report.unidentified', { count: unidentified }));
  else if (identity.as === 'own') words.push(t('userGroups.report.own'));
  if (identity.as === 'fixed') words.push(t('userGroups.report.fixed', { name: identity.username }));
  return words.join(' ');
}
