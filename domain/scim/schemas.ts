import type { CustomField } from '../custom-fields/field.ts';
import { getLabel } from '../custom-fields/field.ts';
import type { Language } from '../session/languages.ts';
import { type Attribute, complex, type Shape, text, values } from './attributes.ts';

export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
/** The extension that holds a tenant's custom fields, each under its key. */
export const customUrn = 'urn:ietf:params:scim:schemas:extension:mirante:2.0:User';

const reference = (name: string, description: string, references: readonly string[], more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'reference',
  description,
  references,
  caseExact: true,
  ...more,
});

const userAttributes: readonly Attribute[] = [
  text('userName', 'The name by which the directory knows the person; one in the tenant, without regard to case.', {
    required: true,
    uniqueness: 'server',
  }),
  complex('name', 'The parts of the name.', [
    text('formatted', 'The whole name as it is shown.'),
    text('familyName', 'Family name.'),
    text('givenName', 'Given name.'),
    text('middleName', 'Middle names.'),
    text('honorificPrefix', 'Title before the name.'),
    text('honorificSuffix', 'What stands after the name.'),
  ]),
  text('displayName', 'The name that the portal shows.'),
  text('nickName', 'A casual name.'),
  reference('profileUrl', 'A page about the person.', ['external']),
  text('title', 'The position, e.g. manager.'),
  text('userType', 'How the person belongs to the organisation.'),
  text('preferredLanguage', 'The language of the portal for this person, e.g. pt-BR.'),
  text('locale', 'How dates and numbers are written.'),
  text('timezone', 'The time zone, e.g. America/Sao_Paulo.'),
  { name: 'active', type: 'boolean', description: 'Whether the person may use the portal.' },
  values('emails', 'E-mail addresses; the primary one, else that of work, is the portal’s.', { kinds: ['work', 'home', 'other'] }),
  values('phoneNumbers', 'Telephone numbers.', { kinds: ['work', 'home', 'mobile', 'fax', 'pager', 'other'] }),
  values('ims', 'Addresses of instant messaging.', { kinds: ['aim', 'gtalk', 'icq', 'xmpp', 'msn', 'skype', 'qq', 'yahoo'] }),
  values('photos', 'Addresses of pictures.', {
    value: { type: 'reference', references: ['external'], caseExact: true },
    kinds: ['photo', 'thumbnail'],
  }),
  complex(
    'addresses',
    'Postal addresses.',
    [
      text('formatted', 'The whole address.'),
      text('streetAddress', 'Street and number.'),
      text('locality', 'City.'),
      text('region', 'State or region.'),
      text('postalCode', 'Postal code.'),
      text('country', 'Country, two letters.'),
      text('type', 'What kind of address it is.', { canonical: ['work', 'home', 'other'] }),
      { name: 'primary', type: 'boolean', description: 'The preferred one; at most one is.' },
    ],
    { multi: true },
  ),
  complex(
    'groups',
    'The groups of which the person is a member.',
    [
      text('value', 'The group’s id.', { caseExact: true, mutability: 'readOnly' }),
      reference('$ref', 'The group’s address.', ['Group'], { mutability: 'readOnly' }),
      text('display', 'The group’s name.', { mutability: 'readOnly' }),
      text('type', 'How the person came to be a member.', { mutability: 'readOnly', canonical: ['direct'] }),
    ],
    { multi: true, mutability: 'readOnly' },
  ),
  values('entitlements', 'What the person is entitled to elsewhere; kept, and without effect in the portal.'),
  values('roles', 'Roles elsewhere; kept, and without effect in the portal.'),
  values('x509Certificates', 'Certificates.', { value: { type: 'binary', caseExact: true } }),
];

const enterpriseAttributes: readonly Attribute[] = [
  text('employeeNumber', 'The number of the employee.'),
  text('costCenter', 'Cost centre.'),
  text('organization', 'Organisation.'),
  text('division', 'Division.'),
  text('department', 'Department; the portal’s own field of that name.'),
  complex('manager', 'Whom the person reports to.', [
    text('value', 'The manager’s id.', { caseExact: true }),
    reference('$ref', 'The manager’s address.', ['User']),
    text('displayName', 'The manager’s name.', { mutability: 'readOnly' }),
  ]),
];

const groupAttributes: readonly Attribute[] = [
  text('displayName', 'The group’s name; one in the tenant, without regard to case.', { required: true, uniqueness: 'server' }),
  complex(
    'members',
    'Who is in the group.',
    [
      text('value', 'The person’s id.', { caseExact: true, mutability: 'immutable' }),
      reference('$ref', 'The person’s address.', ['User'], { mutability: 'immutable' }),
      text('display', 'The person’s name.', { mutability: 'readOnly' }),
      text('type', 'What kind of member it is.', { mutability: 'immutable', canonical: ['User'] }),
    ],
    { multi: true },
  ),
];

export const groupShape: Shape = { urn: groupUrn, attributes: groupAttributes, extensions: {} };

/** A custom field as an attribute: numbers are text, because a JSON number would lose digits. */
const customAttribute =
  (language: Language) =>
  (field: CustomField): Attribute =>
    text(field.key, getLabel(field, language), {
      caseExact: true,
      ...(field.type === 'multiple' && { multi: true as const }),
      ...(field.options.length > 0 && { canonical: field.options.filter(({ retired }) => !retired).map(({ value }) => value) }),
    });

/** The shape of a user in a tenant with these custom fields; without any there is no extension of the portal. */
export const userShape = (fields: readonly CustomField[], language: Language): Shape => ({
  urn: userUrn,
  attributes: userAttributes,
  extensions: {
    [enterpriseUrn]: enterpriseAttributes,
    ...(fields.length > 0 && { [customUrn]: fields.map(customAttribute(language)) }),
  },
});

/** The names of the schemas, as advertised. */
export const schemaNames: Record<string, { name: string; description: string }> = {
  [userUrn]: { name: 'User', description: 'User Account' },
  [groupUrn]: { name: 'Group', description: 'Group' },
  [enterpriseUrn]: { name: 'EnterpriseUser', description: 'Enterprise User' },
  [customUrn]: { name: 'PortalUser', description: 'The custom fields of the tenant' },
};
