import { isMenuName, menuNames } from '../access/menu-names.ts';
import { WEEKDAYS, weekdayShort } from '../format/calendar.ts';
import { formatDateTime } from '../format/date.ts';
import { filterWords, shortFilters } from '../reports/filter-words.ts';
import { type Language, languages } from '../session/languages.ts';
import { auditCodes, auditFields, isAuditField, type ValueKind } from './audit-fields.ts';
import type { AuditParts, AuditValue } from './contract.ts';

/** Who reads a record: his words (a key in, its text out), his language, the zone of his clock. */
export type AuditReader = { t: (key: string) => string; language: Language; zone: string };

export const fieldWords = (field: string, { t }: AuditReader): string => (isAuditField(field) ? t(`audit.field.${field}`) : field);

/** The value of a field in words; an unknown code stands as it is, and text is never read as anything but text. */
export function auditValueWords(field: string, value: AuditValue | null, reader: AuditReader): string {
  if (value === null || value === '') return '–';
  const kind = isAuditField(field) ? auditFields[field] : 'text';
  if (typeof value === 'string') return ofKind(kind, value, reader);
  if (kind === 'filters') return filtersInWords(value, reader);
  return field === 'custom' ? labelled(value) : partWords(value, reader);
}

const filtersInWords = (filters: AuditParts, { t, language }: AuditReader) =>
  shortFilters(filters)
    .map((filter) => filterWords(filter, t, language))
    .join('; ');
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
    case 'screen':
      return eachOf(value, (name) => (isMenuName(name) ? t(menuNames[name]) : name));
    default: {
      const codes: readonly string[] = auditCodes[kind];
      return eachOf(value, (code) => (codes.includes(code) ? t(`audit.value.${kind}.${code}`) : code));
    }
  }
}

const eachOf = (value: string, words: (one: string) => string): string => value.split(', ').map(words).join(', ');

/** What stands for yes and no in a record: the wire's flags, the columns' booleans, and the two answers of remote_consent. */
const switches: Readonly<Record<string, 'on' | 'off'>> = { S: 'on', true: 'on', each: 'on', N: 'off', false: 'off', none: 'off' };

/** A rule "from → to", a window of hours, a row-level identity with its roles, something with a name, or fields of their own. */
function partWords(part: unknown, reader: AuditReader): string {
  if (Array.isArray(part)) return part.map((each) => partWords(each, reader)).join('; ');
  if (part === null || typeof part !== 'object') return String(part ?? '');
  const { value, claim, group, profile, days, from, to, id, name, username, roles } = part as Record<string, unknown>; // because any of them may be missing
  const given = value ?? claim;
  if (given !== undefined && group !== undefined) return `${given} → ${group}`;
  if (given !== undefined && profile !== undefined) return `${given} → ${ofKind('profile', String(profile), reader)}`;
  if (Array.isArray(days))
    return `${days.map((day) => weekdayShort(reader.language, WEEKDAYS[Number(day) % 7] ?? 'SUNDAY')).join(', ')} ${from}–${to}`;
  if (username !== undefined) return `${username}${Array.isArray(roles) && roles.length > 0 ? ` (${roles.join(', ')})` : ''}`;
  if (id !== undefined && name !== undefined) return String(name || id);
  return Object.entries(part)
    .filter(([, each]) => each !== '' && each !== null)
    .map(([field, each]) => `${fieldWords(field, reader)}: ${partWords(each, reader)}`)
    .join('; ');
}
