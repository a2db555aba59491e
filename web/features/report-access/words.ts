import { formatDate } from '../../../domain/format/date.ts';
import { formatList } from '../../../domain/format/number.ts';
import { ownEmail } from '../../../domain/report-access/draft.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { Translate } from '../../i18n.ts';
import type { Grant, Sight } from './queries.ts';

type Words = { t: Translate; language: Language; zone: string };
/** The placeholders an RLS identity may contain for each user's own values, with their field names. */
type Tokens = readonly { token: string; label: string }[];
type Identity = { username: string; roles: readonly string[] };

/** An RLS identity in words: its value and its roles. */
export function identityWords({ username, roles }: Identity, { t, language }: Pick<Words, 't' | 'language'>): string {
  return roles.length > 0 ? t('access.asRoles', { username, roles: formatList(language, [...roles]) }) : t('access.as', { username });
}

/** The readable value of an identity: a placeholder is shown as the name of its field. */
const valueWords = (username: string, tokens: Tokens, t: Translate): string =>
  tokens.reduce(
    (text, { token, label }) => text.replaceAll(token, t('access.asEach', { label })),
    username.replaceAll(ownEmail, t('access.asEmail')),
  );

/** A grant's identity, number of filters and expiry; empty for a plain grant without expiry. */
export function grantFacts(grant: Grant, words: Words, tokens: Tokens): string[] {
  const { t, language, zone } = words;
  const { identity, filters, validUntil } = grant;
  // The last day of validity: the grant ends at midnight after it.
  const day = validUntil ? formatDate(language, new Date(Date.parse(validUntil) - 1), zone) : '';
  return [
    ...(identity.as === 'fixed'
      ? [identityWords({ ...identity, username: valueWords(identity.username, tokens, t) }, words)]
      : identity.as === 'own'
        ? [t('access.asOwn')]
        : []),
    ...(filters.length > 0 ? [t('access.filterCount', { count: filters.length })] : []),
    ...(validUntil ? [t(grant.ended ? 'access.ended' : 'access.endsAt', { day })] : []),
  ];
}

/** Who gave a grant, when and through what. */
export function grantOrigin(grant: Grant, { t, language, zone }: Words): string {
  const when = formatDate(language, new Date(grant.createdAt), zone);
  const source = t(`access.source.${grant.source}`);
  return grant.by ? t('access.givenBy', { when, who: grant.by, source }) : t('access.givenAt', { when, source });
}

/** Through what a user gets access to the report. */
export const pathWords = (path: NonNullable<Sight['path']>, t: Translate): string =>
  path.kind === 'group' ? t('access.path.group', { name: path.name ?? '' }) : t(`access.path.${path.kind}`);

/** Why a user does not see the report, one sentence per cause. */
export const reasonWords = (row: Sight, { t, language, zone }: Words): string[] =>
  row.reasons.map((reason) =>
    reason === 'grant_expired'
      ? t('access.reason.grant_expired', { day: row.expiredAt ? formatDate(language, new Date(Date.parse(row.expiredAt) - 1), zone) : '' })
      : t(`access.reason.${reason}`),
  );
