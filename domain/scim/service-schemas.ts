import { type Attribute, complex, text } from './attributes.ts';

const core = 'urn:ietf:params:scim:schemas:core:2.0';
export const configUrn = `${core}:ServiceProviderConfig`;
export const resourceTypeUrn = `${core}:ResourceType`;
export const schemaUrn = `${core}:Schema`;

const fixed = { mutability: 'readOnly' } as const;
const needed = { ...fixed, required: true } as const;
const truth = (name: string, description: string, more: Partial<Attribute> = needed): Attribute => ({
  name,
  type: 'boolean',
  description,
  ...more,
});
const amount = (name: string, description: string): Attribute => ({ name, type: 'integer', description, ...needed });
const address = (name: string, description: string, references: readonly string[], more: Partial<Attribute> = fixed): Attribute => ({
  name,
  type: 'reference',
  description,
  references,
  caseExact: true,
  ...more,
});
const supported = truth('supported', 'Whether it is offered.');

const config: readonly Attribute[] = [
  address('documentationUri', 'Where the service is described for people.', ['external']),
  complex('patch', 'Changes by PATCH.', [supported], needed),
  complex(
    'bulk',
    'Several changes in one request.',
    [supported, amount('maxOperations', 'The most operations of one request.'), amount('maxPayloadSize', 'The most bytes of one request.')],
    needed,
  ),
  complex('filter', 'Filters of lists.', [supported, amount('maxResults', 'The most resources of one answer.')], needed),
  complex('changePassword', 'Passwords that a client sets.', [supported], needed),
  complex('sort', 'The order of lists.', [supported], needed),
  complex('etag', 'Versions of resources.', [supported], needed),
  complex(
    'authenticationSchemes',
    'How a client says who it is.',
    [
      text('type', 'Which scheme it is.', { ...needed, canonical: ['oauth', 'oauth2', 'oauthbearertoken', 'httpbasic', 'httpdigest'] }),
      text('name', 'Its usual name.', needed),
      text('description', 'What it is.', needed),
      address('specUri', 'Where it is specified.', ['external']),
      address('documentationUri', 'Where its use is described.', ['external']),
      truth('primary', 'Whether it is the preferred one.', fixed),
    ],
    { ...needed, multi: true },
  ),
];

const resourceType: readonly Attribute[] = [
  text('id', 'The identifier of the type; its name.', fixed),
  text('name', 'The name of the type.', needed),
  text('description', 'What its resources are.', fixed),
  address('endpoint', 'Where its resources are, below the address of the service.', ['uri'], needed),
  address('schema', 'The schema of its resources.', ['uri'], needed),
  complex(
    'schemaExtensions',
    'The schemas that may be there beside it.',
    [address('schema', 'The schema of the extension.', ['uri'], needed), truth('required', 'Whether every resource has it.')],
    { ...fixed, multi: true },
  ),
];

const characteristics: readonly Attribute[] = [
  text('name', 'The name of the attribute.', { ...needed, caseExact: true }),
  text('type', 'What its values are.', {
    ...needed,
    canonical: ['string', 'complex', 'boolean', 'decimal', 'integer', 'dateTime', 'reference', 'binary'],
  }),
  truth('multiValued', 'Whether it may have several values.'),
  text('description', 'What it says.', { ...fixed, caseExact: true }),
  truth('required', 'Whether it must be given.'),
  text('canonicalValues', 'The usual values.', { ...fixed, multi: true, caseExact: true }),
  truth('caseExact', 'Whether capitals matter.', fixed),
  text('mutability', 'Who may change it.', { ...needed, caseExact: true, canonical: ['readOnly', 'readWrite', 'immutable', 'writeOnly'] }),
  text('returned', 'When an answer has it.', { ...needed, caseExact: true, canonical: ['always', 'never', 'default', 'request'] }),
  text('uniqueness', 'Within what a value is the only one.', { ...fixed, caseExact: true, canonical: ['none', 'server', 'global'] }),
  text('referenceTypes', 'What an address leads to.', { ...fixed, multi: true, caseExact: true }),
];

const schema: readonly Attribute[] = [
  text('id', 'The address of the schema.', { ...needed, caseExact: true }),
  text('name', 'The name of the schema.', needed),
  text('description', 'What it describes.', fixed),
  complex(
    'attributes',
    'What a resource of the schema has.',
    [...characteristics, complex('subAttributes', 'The parts of a complex attribute.', characteristics, { ...fixed, multi: true })],
    { ...needed, multi: true },
  ),
];

/** The schemas of the discovery endpoints' own answers (RFC 7643, 8.7.2). */
export const serviceSchemas: Record<string, { name: string; description: string; attributes: readonly Attribute[] }> = {
  [configUrn]: { name: 'ServiceProviderConfig', description: 'What the service can do', attributes: config },
  [resourceTypeUrn]: { name: 'ResourceType', description: 'A kind of resource', attributes: resourceType },
  [schemaUrn]: { name: 'Schema', description: 'What a resource is made of', attributes: schema },
};
