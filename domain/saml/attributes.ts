/** What the portal takes from a provider's assertion; `subject` is the user's key, by default the NameID. */
export const mappedFields = ['subject', 'email', 'name', 'phone', 'department', 'position', 'groups'] as const;
type MappedField = (typeof mappedFields)[number];
export type AttributeMap = Record<MappedField, string>;

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const microsoft = 'http://schemas.microsoft.com/ws/2008/06/identity/claims';

/** The names under which providers send these, tried in this order where the map is empty. */
const usual: Record<Exclude<MappedField, 'subject'>, readonly string[]> = {
  email: [
    'email',
    'mail',
    `${claims}/emailaddress`,
    'urn:oid:0.9.2342.19200300.100.1.3',
    'emailaddress',
    'user.email',
    'Email',
    `${claims}/upn`,
  ],
  name: [
    'displayName',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'name',
    'urn:oid:2.16.840.1.113730.3.1.241',
    'cn',
    'urn:oid:2.5.4.3',
    'fullName',
    `${claims}/name`,
  ],
  phone: ['phone', 'mobile', 'mobilePhone', 'telephoneNumber', `${claims}/mobilephone`, `${claims}/homephone`, 'urn:oid:2.5.4.20'],
  department: ['department', 'ou', 'http://schemas.microsoft.com/identity/claims/department', 'urn:oid:2.16.840.1.113730.3.1.2'],
  position: ['title', 'jobTitle', 'position', 'http://schemas.microsoft.com/identity/claims/jobtitle', 'urn:oid:2.5.4.12'],
  groups: ['groups', `${microsoft}/groups`, 'memberOf', 'http://schemas.xmlsoap.org/claims/Group', 'group', `${microsoft}/role`, 'roles'],
};
const parts = {
  given: ['firstName', 'givenName', `${claims}/givenname`, 'urn:oid:2.5.4.42', 'first_name'],
  family: ['lastName', 'surname', 'sn', `${claims}/surname`, 'urn:oid:2.5.4.4', 'last_name'],
};

export type Attributes = Readonly<Record<string, readonly string[]>>;

/** The values of an attribute by its name, ignoring case, which differs between providers. */
function getRawValues(attributes: Attributes, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  const found = Object.keys(attributes).find((key) => key.toLowerCase() === wanted);
  return (found === undefined ? [] : (attributes[found] ?? [])).filter((value) => value.trim() !== '');
}
const toValues = (attributes: Attributes, name: string): readonly string[] => getRawValues(attributes, name).map((value) => value.trim());

/** The provider's key of a user, compared byte by byte: two different keys are two users. */
export function getKey(attributes: Attributes, nameId: { value: string }, map: { subject?: string | undefined }): string {
  const name = map.subject?.trim();
  return name ? (getRawValues(attributes, name)[0] ?? '') : nameId.value;
}

const getFirst = (attributes: Attributes, names: readonly string[]): readonly string[] => {
  for (const name of names) {
    const values = toValues(attributes, name);
    if (values.length > 0) return values;
  }
  return [];
};

export type Described = {
  subject: string;
  email: string;
  name: string;
  phone: string;
  department: string;
  position: string;
  groups: string[];
};

/** Reads a user from an assertion: by the tenant's own map, and by the usual names where the map says nothing. */
export function describe(attributes: Attributes, nameId: { value: string; format: string }, map: Partial<AttributeMap>): Described {
  const all = (field: Exclude<MappedField, 'subject'>) => {
    const own = map[field]?.trim();
    return own ? toValues(attributes, own) : getFirst(attributes, usual[field]);
  };
  const one = (field: Exclude<MappedField, 'subject'>) => all(field)[0] ?? '';
  const looksLikeMail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(nameId.value);
  const email = one('email') || (map.email?.trim() ? '' : looksLikeMail ? nameId.value : '');
  const given = [getFirst(attributes, parts.given)[0], getFirst(attributes, parts.family)[0]].filter(Boolean).join(' ');
  const name = map.name?.trim() ? one('name') : given || one('name');
  return {
    subject: getKey(attributes, nameId, map),
    email,
    name: name || email.split('@')[0] || '',
    phone: one('phone'),
    department: one('department'),
    position: one('position'),
    groups: [...new Set(all('groups'))],
  };
}

export type GroupRule = { value: string; group: string };
export type ProfileRule = { value: string; profile: string };

/** The user groups that a provider's groups map to. */
export const groupsFor = (groups: readonly string[], rules: readonly GroupRule[]): string[] => [
  ...new Set(rules.filter((rule) => groups.includes(rule.value)).map((rule) => rule.group)),
];
