import { nobodysDomain } from '../mail/reachable.ts';
import type { Language } from '../session/languages.ts';
import { languages } from '../session/languages.ts';
import { cut } from '../text/cut.ts';
import { fold } from '../text/fold.ts';
import { normalName, unseen } from '../text/name.ts';
import { maxDepartmentLength, maxNameLength as maxPersonNameLength, maxPositionLength } from '../users/limits.ts';
import { normalEmail, readPosition, storedPosition } from '../users/person.ts';
import { isEmail } from '../validation/email.ts';
import { invalidValue } from './error.ts';
import { maxKeyLength, maxNameLength } from './limits.ts';
import { customUrn, enterpriseUrn } from './schemas.ts';
import { getExternalId, isScimObject, type ScimObject, type ScimValue } from './values.ts';

/** A directory's user in the portal's own columns; `rest` is everything else that the directory sent. */
export type DirectoryPerson = {
  userName: string;
  userNameKey: string;
  externalId: string | null;
  active: boolean;
  name: string;
  sortKey: string;
  email: string;
  /** Every address the portal could use, the primary one first; without any, `email` is a placeholder. */
  emails: string[];
  phones: string[];
  department: string | null;
  position: string | null;
  language: Language | null;
  custom: ScimObject;
  rest: ScimObject;
};

const getText = (value: ScimValue | undefined): string => (typeof value === 'string' ? value : '');
const getPart = (value: ScimValue | undefined, name: string): string => (isScimObject(value) ? getText(value[name]) : '');
const getList = (value: ScimValue | undefined): ScimObject[] => (Array.isArray(value) ? value.filter(isScimObject) : []);

/** Names are compared ignoring case and Unicode composition. */
export const userNameKey = (userName: string): string => userName.normalize('NFKC').replace(unseen, '').trim().toLowerCase();

/** The preferred value: the primary one, then the work one, then the others in their order. */
function inOrder(list: ScimObject[]): string[] {
  const rank = (each: ScimObject) => (each.primary === true ? 0 : getText(each.type).toLowerCase() === 'work' ? 1 : 2);
  return list
    .toSorted((one, other) => rank(one) - rank(other))
    .map((each) => getText(each.value))
    .filter((value) => value !== '');
}

/** An address under a domain that can never be real: a directory may send none, and the portal sends no mail there. */
export const placeholder = (id: string) => `${id}@${nobodysDomain}`;

function getEmails(resource: ScimObject): string[] {
  const given = [...inOrder(getList(resource.emails)), getText(resource.userName)].filter((value) =>
    isEmail(value.normalize('NFKC').trim()),
  );
  return [...new Set(given.map(normalEmail))].slice(0, 10);
}

function getName(resource: ScimObject): string {
  const { name } = resource;
  const whole = [getPart(name, 'givenName'), getPart(name, 'middleName'), getPart(name, 'familyName')].filter(Boolean).join(' ');
  const written = [getText(resource.displayName), getPart(name, 'formatted'), whole, getText(resource.userName)];
  // A text that folds to nothing can neither be searched nor sorted.
  const found = written.map(normalName).find((each) => fold(each) !== '') ?? getText(resource.userName);
  return cut(found, maxPersonNameLength).trim();
}

/** A language tag in any form: `pt_BR`, `PT-br`, `en`. */
function getLanguage(tag: string): Language | null {
  const wanted = tag.trim().replace('_', '-').split(/[,;]/)[0]?.toLowerCase() ?? '';
  const exact = languages.find((language) => language.toLowerCase() === wanted);
  return exact ?? languages.find((language) => language.toLowerCase().split('-')[0] === wanted.split('-')[0]) ?? null;
}

const within = (value: string, max: number): string | null => cut(normalName(value), max).trim() || null;

/** Reads a user from a resource. Wrong shapes are refused; values that only the portal can't take are left out of its columns. */
export function readPerson(resource: ScimObject, id: string): DirectoryPerson {
  const userName = getText(resource.userName).trim();
  const key = userNameKey(userName);
  if (!key) throw invalidValue('"userName" is required.');
  if (userName.length > maxNameLength || key.length > maxKeyLength) throw invalidValue(`"userName" has ${maxNameLength} signs at most.`);
  const externalId = getExternalId(resource.externalId);
  const { userName: _, externalId: __, active, [customUrn]: custom, ...rest } = resource;
  const name = getName(resource);
  const { position, other } = readPosition(getText(resource.title));
  const emails = getEmails(resource);
  return {
    userName,
    userNameKey: key,
    externalId,
    active: active !== false,
    name,
    sortKey: cut(fold(name) || key, maxKeyLength),
    email: emails[0] ?? placeholder(id),
    emails,
    phones: inOrder(getList(resource.phoneNumbers)).slice(0, 10),
    department: within(getPart(resource[enterpriseUrn], 'department'), maxDepartmentLength),
    position: cut(storedPosition(position, other) ?? '', maxPositionLength).trim() || null,
    language: getLanguage(getText(resource.preferredLanguage) || getText(resource.locale)),
    custom: isScimObject(custom) ? custom : {},
    rest,
  };
}
