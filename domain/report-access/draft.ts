import { wallClock } from '../format/date.ts';
import { toInstant } from '../format/to-instant.ts';
import type { ReportFilter } from '../reports/filters.ts';
import type { FieldMessage } from '../validation/field.ts';
import { demandsIdentity, type GrantedReport, type GrantIdentity, getMaxValues } from './grant-rule.ts';

/** A grant as a form holds it; `until` is a civil day, '' for none. */
export type GrantDraft = {
  as: GrantIdentity['as'];
  username: string;
  roles: readonly string[];
  filters: readonly FilterDraft[];
  until: string;
  note: string;
};
export type ValueKind = 'text' | 'number' | 'boolean';
export type FilterDraft = {
  table: string;
  column: string;
  operator: ReportFilter['operator'];
  kind: ValueKind;
  values: readonly string[];
};
export const emptyFilter: FilterDraft = { table: '', column: '', operator: 'In', kind: 'text', values: [] };

/** The wire's part of a grant that a form makes; adding, editing and the catalog's decision send it. */
export type GrantWire = {
  identity: { as: 'own' } | { as: 'none' } | { as: 'fixed'; username: string; roles: string[] };
  filters: ReportFilter[];
  validUntil: string | null;
  note: string;
};

/** The identity value that stands for each user's own e-mail. */
export const ownEmail = '{email}';

/** A form's initial state: without a value, because only the author knows what the model compares. */
export const startingDraft = (report: GrantedReport): GrantDraft => ({
  as: demandsIdentity(report) ? 'fixed' : 'none',
  username: '',
  roles: [],
  filters: [],
  until: '',
  note: '',
});

const getKind = (value: string | number | boolean): ValueKind =>
  typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text';
const numberShape = /^-?\d{1,15}([.,]\d{1,10})?$/;
const typed = (text: string, kind: ValueKind): string | number | boolean => {
  if (kind === 'number') return Number(text.replace(',', '.'));
  return kind === 'boolean' ? text === 'true' : text;
};

export function toDraft(grant: GrantWire, zone: string): GrantDraft {
  return {
    as: grant.identity.as,
    username: grant.identity.as === 'fixed' ? grant.identity.username : '',
    roles: grant.identity.as === 'fixed' ? grant.identity.roles : [],
    filters: grant.filters.map(({ values, ...filter }) => ({ ...filter, kind: getKind(values[0] ?? ''), values: values.map(String) })),
    until: grant.validUntil ? dayBefore(grant.validUntil, zone) : '',
    note: grant.note,
  };
}

export function toGrantFields(draft: GrantDraft, zone: string): GrantWire {
  return {
    identity: draft.as === 'fixed' ? { as: 'fixed', username: draft.username.trim(), roles: [...draft.roles] } : { as: draft.as },
    filters: draft.filters.map(({ table, column, operator, kind, values }) => ({
      table: table.trim(),
      column: column.trim(),
      operator,
      values: values.map((value) => typed(value, kind)),
    })),
    validUntil: draft.until ? endOfDay(draft.until, zone) : null,
    note: draft.note.trim(),
  };
}

export type DraftProblems = {
  username?: FieldMessage;
  roles?: FieldMessage;
  until?: FieldMessage;
  filters: Record<number, Partial<Record<'table' | 'column' | 'values', FieldMessage>>>;
};

/** What is wrong with a draft, by field; `today` is the civil day in the user's zone. */
export function draftProblems(draft: GrantDraft, report: GrantedReport, today: string): DraftProblems {
  const filters: DraftProblems['filters'] = {};
  draft.filters.forEach((filter, at) => {
    const problems: DraftProblems['filters'][number] = {
      ...(filter.table.trim() ? {} : { table: 'ui.form.required' as const }),
      ...(filter.column.trim() ? {} : { column: 'ui.form.required' as const }),
      ...valuesProblem(filter),
    };
    if (Object.keys(problems).length > 0) filters[at] = problems;
  });
  const fixed = draft.as === 'fixed';
  return {
    ...(fixed && !draft.username.trim() ? { username: 'ui.form.required' as const } : {}),
    ...(fixed && report.needsRoles && draft.roles.length === 0 ? { roles: 'ui.form.required' as const } : {}),
    ...(draft.until && draft.until < today ? { until: 'ui.form.past' as const } : {}),
    filters,
  };
}

export const isRight = ({ filters, ...fields }: DraftProblems): boolean =>
  Object.keys(fields).length === 0 && Object.keys(filters).length === 0;

function valuesProblem({ values, kind, operator }: FilterDraft): { values?: FieldMessage } {
  if (values.length === 0) return { values: 'ui.form.required' };
  const wrong = values.length > getMaxValues(operator) || (kind === 'number' && !values.every((value) => numberShape.test(value)));
  return wrong ? { values: 'ui.form.invalid' } : {};
}

const dayMs = 86_400_000;
const two = (value: number) => String(value).padStart(2, '0');

/** The civil day of an instant in a zone, as a date field writes it. */
export function dayIn(at: number, zone: string): string {
  const { year, month, day } = wallClock(new Date(at), zone);
  return `${year}-${two(month)}-${two(day)}`;
}

/** The day so many days after another one. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The instant at which a civil day ends in a zone: midnight of the next one. */
export function endOfDay(day: string, zone: string): string {
  const [year = 0, month = 0, date = 0] = dayAfter(day, 1).split('-').map(Number);
  return toInstant({ year, month, day: date, hours: 0, minutes: 0 }, zone).toISOString();
}

const dayBefore = (instant: string, zone: string): string => dayIn(Date.parse(instant) - 1, zone);
