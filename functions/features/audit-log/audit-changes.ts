import { isAuditField } from '../../../domain/audit-log/audit-fields.ts';
import { type AuditReader, auditValueWords, fieldWords } from '../../../domain/audit-log/audit-value.ts';
import type { AuditParts, AuditRow, AuditValue } from '../../../domain/audit-log/contract.ts';
import { besideReporting, reportingSides } from '../../../domain/audit-log/reporting.ts';
import { ownSides, writingFacts, writingFamily } from '../../../domain/audit-log/writing.ts';
import { customInWords, type HistoryField } from '../../../domain/custom-fields/history.ts';
import { shortFilters } from '../../../domain/reports/filter-words.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { SessionContext } from '../../request/context.ts';
import { facts } from '../../request/history.ts';
import { getLanguage } from '../../request/table-file.ts';

/** An audit record as stored; `names` are the current names of ids in it. */
export type Recorded = { what: string; change: Record<string, unknown> | null; names: Record<string, string> | null };
const longestValue = 400;
const longestParts = 20_000;

/** The keys of a record that hold ids; typed text is never mistaken for one. `groups.group` is the group of a rule. */
const idPlaces = ['playlistId', 'relatorio_id', 'groups.group', 'recipients.ids', 'maintained'];

/** A value with ids replaced by names. */
function named(place: string, value: unknown, names: Record<string, string>): unknown {
  if (typeof value === 'string') return idPlaces.includes(place) ? (names[value] ?? value) : value;
  if (Array.isArray(value)) return value.map((each) => named(place, each, names));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, named(`${place}.${key}`, each, names)]));
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (typeof value === 'object' && Object.values(value).every(isNothing));

/** As the wire has it: text, or a structured value, which `auditValueWords` puts into words. */
function shownValue(field: string, value: unknown, names: Record<string, string>): AuditValue | null {
  // Custom values and filters are already words, or the names in a report's model: no ids.
  const shown = field === 'filters' ? shortFilters(value) : field === 'custom' ? value : named(field, value, names);
  if (isNothing(shown)) return null;
  if (Array.isArray(shown) && shown.every((each) => typeof each !== 'object')) return shown.join(', ').slice(0, longestValue) || null;
  return shown !== null && typeof shown === 'object' ? fitting(shown) : String(shown).slice(0, longestValue);
}

/** As many parts as fit a row: truncated in the middle they would be unreadable. */
function fitting(parts: object): AuditParts {
  if (JSON.stringify(parts).length <= longestParts) return parts as AuditParts; // because an object of JSON is a list or a record
  return fitting(Array.isArray(parts) ? parts.slice(0, -1) : Object.fromEntries(Object.entries(parts).slice(0, -1)));
}

/** Beside before and after a record may hold the outcome; its subject is in separate columns. */
const beside = ({ what, change }: Recorded) =>
  Object.fromEntries(
    Object.entries({ ...inFields(what, change ?? {}), ...listed(what, change) })
      // Of a grant: the warning was confirmed. Of a link: the person's proof.
      .map(([key, value]) => [key === 'confirmed' && typeof value === 'boolean' ? 'warned' : key, value] as const)
      .filter(
        ([key, value]) =>
          isAuditField(key) &&
          !aboutWhat.includes(key) &&
          !(key === 'identity' && typeof value === 'string') &&
          value !== false &&
          // What a recall took back, and what it was too late for, may be none.
          (value !== 0 || writingFamily(what) !== null),
      ),
  );
/** What people write for others is recorded under names that mean something else in other records. */
function inFields(what: string, told: Record<string, unknown>): Record<string, unknown> {
  const family = writingFamily(what);
  return family ? writingFacts(family, told) : besideReporting(what, told);
}
/** The subject of a group change, as far as the record names it. */
function listed(what: string, change: Recorded['change']): Record<string, unknown> {
  const { names, count } = change ?? {};
  if (!Array.isArray(names)) return {};
  const more = typeof count === 'number' && count > names.length ? [`+${count - names.length}`] : [];
  return { [what.includes('reports') ? 'reports' : 'people']: [...names, ...more] };
}
const aboutWhat = ['name', 'report', 'subject'];
const makesNew = /\.(add|duplicate)$/;
/** Actions whose values outside `before` and `after` were in force until then. */
const takesAway = ['grant.remove'];

export type HistoryReader = { fields: HistoryField[]; language: Language; own: Language };

/** Only the differences: a record stores everything that was saved. */
export function changed(row: Recorded, past: HistoryReader): AuditRow['fields'] {
  const { what, change, names } = row;
  // The provider's identifier of a user, not the RLS identity.
  const told = ({ identity, ...values }: Record<string, unknown>) =>
    identity === undefined ? values : { ...values, [what.startsWith('user.') ? 'subject' : 'identity']: identity };
  const [gone, come] = takesAway.includes(what) ? [beside(row), {}] : [{}, beside(row)];
  const sides = { before: facts(change?.before), after: facts(change?.after) };
  const own = ownSides(what, sides) ?? reportingSides(what, sides) ?? { before: told(sides.before), after: told(sides.after) };
  const { before, after } = customInWords({ before: { ...gone, ...own.before }, after: { ...come, ...own.after } }, past);
  return (
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null))
      // Unset values of something new aren't listed.
      .filter((field) => !(makesNew.test(what) && !(field in before) && after[field] === false))
      .map((field) => ({
        field,
        // A record without `before` states a fact, not a change from nothing.
        ...(field in before ? { before: shownValue(field, before[field], names ?? {}) } : {}),
        after: shownValue(field, after[field], names ?? {}),
      }))
      .filter((field) => JSON.stringify(field.before ?? null) !== JSON.stringify(field.after))
  );
}

export const getHistory = ({ rows }: { rows: readonly object[] }, ctx: SessionContext): HistoryReader => ({
  fields: rows as HistoryField[], // because historyFieldsQuery selects these columns
  language: getLanguage(ctx),
  own: ctx.tenant.language,
});

/** What a record changed as one cell of a file. */
export const changedInWords = (fields: AuditRow['fields'], reader: AuditReader): string =>
  fields
    .map(
      ({ field, before, after }) =>
        `${fieldWords(field, reader)}: ${before === undefined ? '' : `${auditValueWords(field, before, reader)} → `}${auditValueWords(field, after, reader)}`,
    )
    .join('; ');
