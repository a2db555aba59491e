import type { Profile } from '../access/profile.ts';
import { isMonthFirst } from '../format/date.ts';
import { toInstant } from '../format/to-instant.ts';
import type { Language } from '../session/languages.ts';
import { cut } from '../text/cut.ts';
import { fold } from '../text/fold.ts';
import { withoutMark } from '../text/formula.ts';
import { normalName, unseen } from '../text/name.ts';
import { maxDepartmentLength, maxIdentityLength, maxPositionLength } from '../users/limits.ts';
import { normalEmail, profilesIn, readPosition, storedPosition, type TenantKind } from '../users/person.ts';
import { type PersonProblem, personProblems } from '../users/problems.ts';
import { parseDay } from '../validation/day.ts';
import { fixedTargets, type Mapping } from './columns.ts';
import { longestCell, maxGroupsOfRow, type RowProblem } from './limits.ts';
import { getLanguage, getPosition, getProfile } from './words.ts';

export type Problem = { field: string; code: RowProblem; vars?: Record<string, string | number> };
export type GroupName = { key: string; name: string };
/** A row as it will be written. Empty cells are absent, so that an update clears nothing. */
export type ImportedPerson = {
  name?: string;
  sortKey?: string;
  email?: string;
  phone?: string;
  department?: string;
  position?: string;
  profile?: Profile;
  language?: Language;
  expiresAt?: string;
  groups?: GroupName[];
  custom?: Record<string, unknown>;
  /** Custom fields given by the row itself: an update changes only these, a new user also gets the defaults. */
  typed?: string[];
  /** The cells that are read, folded, for the review's search. */
  search: string;
};
type CustomOutcome = { values: Record<string, unknown>; problems: Record<string, RowProblem> };
export type RowFacts = {
  kind: TenantKind;
  /** Whether the importing user may give this profile (domain/access/giving.ts). */
  gives(profile: Profile): boolean;
  /** The importing user's: it decides how days and numbers are read. */
  language: Language;
  zone: string;
  now: Date;
  phone(text: string): string | null;
  /** Existing groups, by folded name. */
  groups: ReadonlyMap<string, string>;
  makesGroups: boolean;
  /** Reads the texts of custom fields, by key. */
  custom(typed: Readonly<Record<string, string>>): CustomOutcome;
};
export type RowReading = {
  person: ImportedPerson;
  email: string | null;
  phone: string | null;
  problems: Problem[];
  notes: Problem[];
};

const longestGroupName = 120;
const searchable = 500;
const personCodes: Record<PersonProblem, RowProblem> = { required: 'required', invalid: 'invalid', too_long: 'too_long' };
// Spreadsheets and our own exports put a `'` before what would be a formula; it isn't part of the text, nor are invisible characters.
const plain = (cell: string) => withoutMark(cell).replace(unseen, '').trim();
/** Text that a spreadsheet would run can't be a name. A telephone number may begin with a plus, a number with a minus. */
const isFormula = (text: string) => /^[=@\uff1d\uff20]/.test(text) || /^[+\-\uff0b\uff0d](?![\d\s().-]*$)/.test(text);

/** The cells of a row by target. A last name joins the name. */
export function toValues(cells: readonly string[], mapping: Mapping): Record<string, string> {
  const values: Record<string, string> = {};
  mapping.forEach((target, column) => {
    if (target && !(target in values)) values[target] = plain(cells[column] ?? '');
  });
  return values;
}

/** Reads one row of a file as a user and says what is wrong with each of its cells (Spec 5, user import). */
export function readRow(cells: readonly string[], mapping: Mapping, facts: RowFacts): RowReading {
  const values = toValues(cells, mapping);
  const problems: Problem[] = [];
  const notes: Problem[] = [];
  const person: ImportedPerson = { search: cut(fold(Object.values(values).join(' ')), searchable) };
  const value = (field: string) => values[field] ?? '';
  const fault = (field: string, code: RowProblem, vars?: Problem['vars']) => {
    if (!problems.some((problem) => problem.field === field)) problems.push(vars ? { field, code, vars } : { field, code });
  };
  for (const [field, text] of Object.entries(values)) {
    if (text.length >= longestCell) fault(field, 'too_long');
    else if (isFormula(text)) fault(field, 'formula');
  }
  const name = normalName([value('name'), value('lastName')].filter(Boolean).join(' '));
  const email = normalEmail(value('email'));
  const found = personProblems(
    { name, email, phone: value('phone'), profile: profilesIn(facts.kind).at(-1) ?? '', department: value('department') },
    facts,
  );
  if (found.name) fault('name', personCodes[found.name]);
  if (found.email) fault('email', emailFault(found.email, email));
  if (found.phone) fault('phone', phoneFault(value('phone')));
  if (found.department) fault('department', 'too_long', { count: maxDepartmentLength });
  Object.assign(person, name ? { name, sortKey: fold(name) } : {}, email ? { email } : {});
  const phone = found.phone || !value('phone') ? null : facts.phone(value('phone'));
  if (phone) person.phone = phone;
  const department = normalName(value('department'));
  if (department) person.department = department;
  readChoices(value, person, facts, fault);
  readGroups(value('groups'), person, facts, fault, notes);
  readCustom(values, person, facts, fault);
  const isBroken = (field: string) => problems.some((problem) => problem.field === field);
  return { person, email: isBroken('email') ? null : email, phone: isBroken('phone') ? null : phone, problems, notes };
}

type Fault = (field: string, code: RowProblem, vars?: Problem['vars']) => void;

function emailFault(problem: PersonProblem, email: string): RowProblem {
  if (problem === 'required') return 'required';
  if (email.length > maxIdentityLength) return 'too_long';
  // An address that only lacks the last part of its domain gets its own message: it is a common slip in files.
  return /^[^\s@]+@[\p{L}\p{N}-]+$/u.test(email) ? 'email_domain' : 'invalid';
}

const phoneFault = (text: string): RowProblem => {
  const digits = text.replace(/\D/g, '').length;
  return digits > 0 && digits < 10 && !/\p{L}/u.test(text) ? 'phone_short' : 'invalid';
};

function readChoices(value: (field: string) => string, person: ImportedPerson, facts: RowFacts, fault: Fault): void {
  if (value('position')) {
    const { position, other } = readPosition(getPosition(value('position')));
    const stored = storedPosition(position, other);
    if ((other ?? '').length > maxPositionLength) fault('position', 'too_long', { count: maxPositionLength });
    else if (stored) person.position = stored;
  }
  if (value('profile')) {
    const profile = getProfile(value('profile'));
    if (profile && profilesIn(facts.kind).includes(profile) && facts.gives(profile)) person.profile = profile;
    else fault('profile', 'profile_unknown');
  }
  if (value('language')) {
    const language = getLanguage(value('language'));
    if (language) person.language = language;
    else fault('language', 'language_unknown');
  }
  if (value('expiresAt')) {
    const until = endOfDay(value('expiresAt'), facts.language, facts.zone);
    if (!until) fault('expiresAt', 'expires_invalid');
    else if (until <= facts.now) fault('expiresAt', 'expires_past');
    else person.expiresAt = until.toISOString();
  }
}

/** The last minute of a day in the unit's own zone; a day is in the language's order, or begins with its year. */
export function endOfDay(text: string, language: Language, zone: string): Date | null {
  const [, one = '', other = '', y = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  const [d, m] = isMonthFirst(language) ? [other, one] : [one, other];
  const [, year = y, month = m, date = d] = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})(?:[T ].*)?$/.exec(text) ?? [];
  const day = parseDay(`${year}/${month.padStart(2, '0')}/${date.padStart(2, '0')}`);
  return day && toInstant({ ...day, hours: 23, minutes: 59 }, zone);
}

/** The group names in a cell; commas separate them only where the whole isn't a name itself. */
export function groupNames(text: string, groups: ReadonlyMap<string, string>): string[] {
  const parts = text.split(/[;|\n]+/).map(normalName);
  const names = parts.flatMap((part) => (part.includes(',') && !groups.has(fold(part)) ? part.split(',').map(normalName) : [part]));
  const once = new Map(names.filter((name) => fold(name) !== '').map((name) => [fold(name), name]));
  return [...once.values()];
}

function readGroups(text: string, person: ImportedPerson, facts: RowFacts, fault: Fault, notes: Problem[]): void {
  if (!text) return;
  const names = groupNames(text, facts.groups);
  const missing = names.filter((name) => !facts.groups.has(fold(name)));
  if (names.length > maxGroupsOfRow) fault('groups', 'groups_too_many', { count: maxGroupsOfRow });
  if (names.some((name) => name.length > longestGroupName)) fault('groups', 'too_long', { count: longestGroupName });
  if (missing.length > 0 && !facts.makesGroups) fault('groups', 'group_unknown', { name: missing.join(', ') });
  else if (missing.length > 0) notes.push({ field: 'groups', code: 'group_new', vars: { name: missing.join(', ') } });
  if (names.length > 0) person.groups = names.map((name) => ({ key: fold(name), name: facts.groups.get(fold(name)) ?? name }));
}

function readCustom(values: Record<string, string>, person: ImportedPerson, facts: RowFacts, fault: Fault): void {
  const own = Object.entries(values).filter(([field]) => !fixedTargets.some((fixed) => fixed === field));
  const { values: read, problems } = facts.custom(Object.fromEntries(own));
  for (const [field, code] of Object.entries(problems)) fault(field, code);
  const given = own.filter(([, text]) => text !== '').map(([field]) => field);
  if (Object.keys(read).length > 0) person.custom = read;
  if (given.length > 0) person.typed = given;
}
