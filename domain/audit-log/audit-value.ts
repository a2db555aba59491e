import { isMenuName, menuNames } from '../access/menu-names.ts';
import { WEEKDAYS, weekdayShort } from '../format/calendar.ts';
import { formatClock } from '../format/clock.ts';
import { formatDateTime } from '../format/date.ts';
import { filterWords, shortFilters } from '../reports/filter-words.ts';
import { type Language, languages } from '../session/languages.ts';
import { auditCodes, auditFields, isAuditField, type ValueKind } from './audit-fields.ts';
import type { AuditParts, AuditValue } from './contract.ts';

/** The reader of a record: their texts (key in, text out), language and time zone. */
export type AuditReader = { t: (key: string) => string; language: Language; zone: string };

export const fieldWords = (field: string, { t }: AuditReader): string => (isAuditField(field) ? t(`audit.field.${field}`) : field);

/** The value of a field in words; an unknown code is shown unchanged, and text is only ever treated as text. */
export function auditValueWords(field: string, value: AuditValue | null, reader: AuditReader): string {
  if (value === null || value === '') return '–';
  const kind = isAuditField(field) ? auditFields[field] : 'text';
  if (typeof value === 'string') return ofKind(kind, value, reader);
  if (kind === 'filters') return filtersInWords(value, reader);
  if (kind === 'byLanguage') return byLanguageInWords(value, reader);
  if (kind === 'recipients') return recipientsInWords(value, reader);
  return field === 'custom' ? labelled(value) : partWords(value, reader);
}

const filtersInWords = (filters: AuditParts, { t, language }: AuditReader) =>
  shortFilters(filters)
    .map((filter) => filterWords(filter, t, language))
    .join('; ');
const byLanguageInWords = (texts: AuditParts, reader: AuditReader) =>
  Object.entries(texts)
    .map(([language, text]) => `${ofKind('language', language, reader)}: ${String(text)}`)
    .join('; ');
/** Who a message or a notice is for; groups and people come with their names. */
function recipientsInWords(audience: AuditParts, reader: AuditReader): string {
  const { type, profile, profiles, ids } = audience as Record<string, unknown>; // because any of them may be missing
  if (type === 'all') return reader.t('audit.value.audience.everyone');
  if (Array.isArray(ids)) return ids.join(', ');
  const named = Array.isArray(profiles) ? profiles : profile === undefined ? [] : [profile];
  return named.map((each) => ofKind('profile', String(each), reader)).join(', ') || '–';
}
/** Labels are an administrator's own words. */
const labelled = (values: AuditParts) =>
  Object.entries(values)
    .map(([label, value]) => `${label}: ${String(value)}`)
    .join('; ');

function ofKind(kind: ValueKind, value: string, reader: AuditReader): string {
  const { t, language, zone } = reader;
  switch (kind) {
    case 'text':
    case 'parts':
    case 'filters':
    case 'byLanguage':
    case 'recipients':
      return value;
    case 'switch': {
      const set = switches[value];
      return set ? t(`audit.value.${set}`) : value;
    }
    case 'instant': {
      const at = new Date(value);
      return Number.isNaN(at.getTime()) ? value : formatDateTime(language, at, zone);
    }
    case 'language':
      return languages.some((known) => known === value)
        ? (new Intl.DisplayNames(language, { type: 'language' }).of(value) ?? value)
        : value;
    case 'outcome':
      return t(value);
    case 'mailKind':
      return getEach(value, (name) => wordsOr(name, `notifications.${name}.name`, reader));
    case 'screen':
      return getEach(value, (name) => (isMenuName(name) ? t(menuNames[name]) : name));
    default: {
      const codes: readonly string[] = auditCodes[kind];
      return getEach(value, (code) => (codes.includes(code) ? t(`audit.value.${kind}.${code}`) : code));
    }
  }
}

/** The text of a key, or the value itself: a kind of mail may no longer exist. */
const wordsOr = (value: string, key: string, { t }: AuditReader): string => (t(key) === key ? value : t(key));

const getEach = (value: string, words: (one: string) => string): string => value.split(', ').map(words).join(', ');

/** Yes and no in a record: the wire's flags, the columns' booleans, and the two answers of remote_consent. */
const switches: Readonly<Record<string, 'on' | 'off'>> = { S: 'on', true: 'on', each: 'on', N: 'off', false: 'off', none: 'off' };

/** A rule "from → to", a window of hours, an RLS identity with its roles, a named object, or fields of their own. */
function partWords(part: unknown, reader: AuditReader): string {
  if (Array.isArray(part)) return part.map((each) => partWords(each, reader)).join('; ');
  if (part === null || typeof part !== 'object') return String(part ?? '');
  // Because any of them may be missing.
  const { value, claim, group, profile, days, from, to, id, name, username, roles } = part as Record<string, unknown>;
  const given = value ?? claim;
  if (given !== undefined && group !== undefined) return `${given} → ${group}`;
  if (given !== undefined && profile !== undefined) return `${given} → ${ofKind('profile', String(profile), reader)}`;
  if (Array.isArray(days)) {
    const names = days.map((day) => weekdayShort(reader.language, WEEKDAYS[Number(day) % 7] ?? 'SUNDAY'));
    return `${names.join(', ')} ${formatClock(reader.language, String(from))}–${formatClock(reader.language, String(to))}`;
  }
  if (username !== undefined) return `${username}${Array.isArray(roles) && roles.length > 0 ? ` (${roles.join(', ')})` : ''}`;
  if (id !== undefined && name !== undefined) return String(name || id);
  return Object.entries(part)
    .filter(([, each]) => each !== '' && each !== null)
    .map(([field, each]) => `${fieldWords(field, reader)}: ${partWords(each, reader)}`)
    .join('; ');
}
