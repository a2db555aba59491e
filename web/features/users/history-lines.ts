import { auditValueWords } from '../../../domain/audit-log/audit-value.ts';
import type { AuditValue } from '../../../domain/audit-log/contract.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { userFields } from '../../../domain/users/fields.ts';
import type { TextKey, Translate } from '../../i18n.ts';

type Facts = Readonly<Record<string, unknown>>;
const verbs = [
  'add',
  'edit',
  'status',
  'activate',
  'test',
  'deactivate',
  'block',
  'unblock',
  'unlock',
  'remove',
  'restore',
  'invite',
  'duplicate',
  'sign_out',
  'identity',
  'link',
  'unlink',
  'groups',
  'setExpiry',
  'setFlag',
  'addToGroup',
  'removeFromGroup',
  'picture',
  'expire',
  'unsubscribe',
] as const;
export type Verb = (typeof verbs)[number] | 'other';

/** The user's action, from the name of an audit row such as `user.edit`. */
export function getVerb(what: string): Verb {
  const verb = what.split('.').at(-1);
  return verbs.find((each) => each === verb) ?? 'other';
}

type Words = { t: Translate; language: Language; zone: string };

const told = (field: string, value: AuditValue, { t, language, zone }: Words): string =>
  // Because tests/guards/audit-words.test.ts checks each of them.
  auditValueWords(field, value, { t: (key) => t(key as TextKey), language, zone });

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

function getWord(field: string, value: unknown, words: Words): string {
  const { t } = words;
  if (isNothing(value)) return t('users.history.nothing');
  if (typeof value === 'boolean') return t(value ? 'users.history.on' : 'users.history.off');
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string' || typeof each === 'number'))
    return told(field, value.join(', '), words);
  return told(field, value as AuditValue, words); // because JSON has no other types
}

/** Describes a change in sentences; leaves out unchanged fields. */
export function historyLines(before: Facts, after: Facts, words: Words): string[] {
  const { t } = words;
  const getChange = (field: string, name: string) => {
    const [old, fresh] = [getWord(field, before[field], words), getWord(field, after[field], words)];
    return field in before
      ? t('users.history.change', { name, before: old, after: fresh })
      : t('users.history.set', { name, after: fresh });
  };
  // One permission given to or taken from several users at once.
  const one = typeof after.flag === 'string' && 'on' in after ? [getChange('on', told('flag', after.flag, words))] : [];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => field in after && JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null))
    .flatMap((field) => {
      const known = field === 'status' || field === 'reason' ? field : userFields.find((each) => each === field);
      // For a new user, false and empty values are left out.
      if (!known || (!(field in before) && (after[field] === false || isNothing(after[field])))) return [];
      const name = known === 'status' ? t('users.column.status') : known === 'reason' ? t('users.reason') : t(`users.field.${known}`);
      return [getChange(field, name)];
    });
  return [...one, ...fields];
}
